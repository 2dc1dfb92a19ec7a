"""Small words on which a clause turns: who may, who must, only, all, unless, before … in both languages."""

from __future__ import annotations

import re

ENGLISH = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in (
        ("neg", r"\b(?:no|not|never|neither|nor|none|nobody|nothing|cannot)\b|n't\b"),
        ("without", r"\bwithout\b"),
        (
            "must",
            r"\b(?:shall|must|required|obliged|obligated|has to|have to|needs? to|agrees? to|"
            r"undertakes?|duty|obligation|bound)\b",
        ),
        ("will", r"\bwill\b"),
        (
            "may",
            r"\b(?:may|can|could|entitled|rights?|option|permitted|allowed|free to|elects?|"
            r"discretion)\b",
        ),
        ("only", r"\b(?:only|solely|exclusively|sole|exclusive|alone|just)\b"),
        ("all", r"\b(?:all|every|each|always|entire|whole|everything|everyone|full|fully)\b"),
        ("any", r"\b(?:any|anyone|anything|whatever|whoever|regardless|no matter|at any time)\b"),
        (
            "if",
            r"\b(?:if|when|where|whenever|in case|in the event|provided|once|on condition|"
            r"as long as)\b",
        ),
        (
            "unless",
            r"\b(?:unless|except|excluding|other than|save|apart from|but not|however|"
            r"notwithstanding)\b",
        ),
        ("before", r"\b(?:before|prior|until|by the time|in advance|no later)\b"),
        ("after", r"\b(?:after|following|upon|once|thereafter|later|post)\b"),
        ("consent", r"\b(?:consent|approval|permission|agree(?:s|d|ment)?)\b"),
        ("least", r"\b(?:at least|minimum|no less|not less|more than|over|exceed\w*)\b"),
        ("most", r"\b(?:at most|up to|maximum|no more|not more|less than|under|within|cap\w*)\b"),
        ("both", r"\b(?:both|mutual\w*|each party|either|jointly|together)\b"),
        ("own", r"\b(?:own|its own|itself)\b"),
        ("because", r"\b(?:because|since|due to|as a result|therefore|so that|in order to|caus\w+)\b"),
        ("auto", r"\b(?:automatic\w*|immediate\w*|at once|right away|promptly)\b"),
        ("written", r"\b(?:writ\w+|oral\w*|e-?mail)\b"),
        ("reason", r"\b(?:reasonabl\w*|material\w*|substantial\w*|unreasonabl\w*)\b"),
        ("other", r"\b(?:other|another|third)\b"),
        ("also", r"\b(?:also|even|too|as well|including|include\w*)\b"),
        ("free", r"\b(?:free|cost|charge|fee|expense)\b"),
        ("some", r"\b(?:some|certain|part|partly|most|mainly|several|many)\b"),
        ("first", r"\b(?:first|initial|last|final|second)\b"),
        ("perm", r"\b(?:perpetual\w*|forever|indefinite\w*|irrevocabl\w*|permanent\w*|ever)\b"),
        ("same", r"\b(?:same|identical|equal\w*|different\w*)\b"),
    )
}
JAPANESE = {
    name: re.compile(pattern)
    for name, pattern in (
        ("neg", r"ない|なく|なかっ|ません|ず(?:、|。|に|$)|不可|禁止|できぬ|なし"),
        ("must", r"なければ|ものとする|ものとします|べき|義務|必要|要する|しなくてはな|責任"),
        ("may", r"でき|可能|権利|てもよい|差し支え|構わな|任意|認められ"),
        ("only", r"のみ|だけ|限り|限る|限って|専ら|独占|もっぱら|しか"),
        ("all", r"すべて|全て|全部|一切|常に|必ず|いずれも|あらゆる|各|全"),
        ("any", r"いかなる|問わず|かかわらず|関わらず|いつでも|自由に|無条件|なんら|何ら|どの"),
        ("if", r"場合|とき|たら|れば|限り|際|条件"),
        ("unless", r"除[きくい]|ただし|但し|以外|例外|もっとも|別段"),
        ("before", r"前|あらかじめ|事前|まで|先立"),
        ("after", r"後|事後|以降|次第|経過|のち"),
        ("consent", r"承諾|同意|許可|承認|合意|了承|了解"),
        ("least", r"以上|超え|超過|少なくとも|最低|上回"),
        ("most", r"以内|以下|未満|上限|最大|まで|限度"),
        ("both", r"双方|両者|相互|互い|両当事者|共同|ともに|それぞれ"),
        ("because", r"ため|ので|から|理由|原因|より|起因"),
        ("auto", r"自動|直ち|速やか|即時|すぐ|当然"),
        ("written", r"書面|口頭|電磁|メール|文書"),
        ("reason", r"合理|重大|相当|正当|軽微"),
        ("other", r"他|別|第三者|相手"),
        ("also", r"も|含|さらに|加え|など|等"),
        ("free", r"無償|無料|有償|対価|費用|負担|自己"),
        ("some", r"一部|多く|主に|原則|通常|一定"),
        ("perm", r"永久|永続|無期限|取消不能|撤回"),
        ("same", r"同じ|同一|同様|異な|別の"),
        ("koto", r"推奨|望まし|考えられ|検討|想定|例え"),
    )
}
