"""Why a Japanese question is asked, where it says so before it asks: 「引継ぎのため、」, 「監査で聞かれたので、」.

A reason gives no condition: whoever hands something over asks for contracts, not for those about handing over.
"""

from __future__ import annotations

import re

_OF_WORK = (
    "件|準備|関係|用件|対応|都合(?:上)?|一環|必要|関連|確認|依頼|指示|要請|検討|見直し|棚卸し?|報告|説明"
    "|打ち?合わせ|会議|相談|仕事|作業|引き?継ぎ"
)
_REASON = re.compile(
    r"[^、。?？]{1,40}?(?:(?:の|な|る|た|い)(?:ため|為)(?:に|です(?:が|けど)?|なのですが|なんですが)?"
    r"|(?:な|ます|です|る|た|い)?ので(?:すが|すけど)?"
    r"|(?:です|ます|だ|た|る|い)から"
    rf"|(?:の|する)?(?:{_OF_WORK})(?:で|でして|ですが|なのですが|なんですが|につき|から)"
    r"|(?:聞か|訊か|問わ|頼ま|言わ|指摘さ|求めら|依頼さ|指示さ)れ(?:て(?:い(?:て|ます)?)?|まして|ており|ました(?:が)?|たの(?:です)?が)"
    r"|に(?:備え(?:て)?|あたり|あたって|際し(?:て)?|向け(?:て)?|先立ち|先立って|使うので|伴い)"
    r"|を(?:前に|控え(?:て)?|受けて)|のことで"
    r"|(?:中|予定)(?:で|でして|なので|につき)"
    r")[、。]\s*"
)
_TOPICS = re.compile(r"(?:のうち|の中)で[、。]")


def reason_before(text: str) -> int:
    """Where the reasons end that a folded question begins with; 0 where it gives none."""
    end = 0
    while (found := _REASON.match(text, end)) is not None and len(text) - found.end() >= 5:
        if _TOPICS.search(found.group()):
            break
        end = found.end()
    return end
