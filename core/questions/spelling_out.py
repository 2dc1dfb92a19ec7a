"""Short and polite ways to say something, spelled out before a question is read: 来年3月, "half a year", greetings."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date

from core.questions.idioms.dealing_with import dealing_with_spelled_out
from core.questions.idioms.english_commands import english_commands_spelled_out
from core.questions.idioms.english_half_sentences import english_half_sentences_spelled_out
from core.questions.idioms.english_idioms import english_idioms_spelled_out
from core.questions.idioms.english_requests import english_requests_spelled_out
from core.questions.idioms.of_one_contract import of_one_contract_spelled_out
from core.questions.idioms.second_clauses import second_clauses_spelled_out
from core.questions.japanese.half_sentences import half_sentences_spelled_out
from core.questions.japanese.spoken import as_written
from core.questions.japanese.turns import turned

_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_IDIOMS = (
    (
        r"(?:今期|当期|今年度|当年度|本年度)\s*\((\d{4}年\d{1,2}月)(?:から|~|〜|-)(\d{4}年\d{1,2}月)\)",
        r"\1から\2まで",
    ),
    (r"(?:今期|当期)(?=に|中|の|末)", "今年度"),
    (r"来期(?=に|中|の|末)", "来年度"),
    (
        r"条項が(\d+)(?:種類|個|件|つ)?(以上|以下|超|未満)(?:の|で|に)?(?:見つかった|見つかっている|含まれる|ある)?",
        r"条項が\1個\2ある",
    ),
    (
        r"(?:無期限|(?<![一-龠])(?:期限|(?:契約)?期間|終期|満了日|終了日)の(?:定め|記載|規定)(?:の|が)ない|期限(?:の|が)ない)(?:の)?(?=契約|もの|$)",
        "契約満了日がない",
    ),
    (
        r"\bopen-ended(?: (contracts|agreements|deals|ones))?,? (?:with )?no (?:end|expiry) date",
        r"\1 without an end date",
    ),
    (r"\b(?:open-ended|indefinite(?:-term)?|perpetual) (contracts|agreements|deals|ones)\b", r"\1 without an end date"),
    (
        r"\b(contracts|agreements|deals|ones) (?:that |which )?(?:are|is|runs?|go(?:es)? on) (?:perpetual(?:ly)?"
        r"|indefinite(?:ly)?|open-ended|in perpetuity|for ?ever)(?=\s*[?.]?$)",
        r"\1 without an end date",
    ),
    (
        r"(?<!customer )(?<!client )(?<!employee )(?<!staff )\bnon-?solicit(?:s|ation)?\b(?! of| agreement)"
        r"(?: (?:clauses?|covenants?|provisions?|obligations?))?",
        "non-solicitation of customers or non-solicitation of employees",
    ),
    (r"\b(?:of|for|with) an? ?indefinite (?:duration|term|length|period)\b", "without an end date"),
    (r"\bof indefinite (?:duration|term|length)\b", "without an end date"),
    (r"\b(?:outlives?|outlasts?|outliving|outlasting)\b", "expire after"),
    (r"^(?:only|just) (?:the )?(.{2,40}?) (?:ones|contracts|agreements)\s*[.?]*$", r"only \1 contracts"),
    (r"^(.{3,80}?)\s*[:;,-]\s+(does|is|has|can) (?:it|this one|that one) (?!true\b)(.+)$", r"\2 \1 \3"),
    (
        r"\bnon-renewal notices? ((?:is |are |falls? |has to be |must be |have to be )?(?:due|out|in|given|sent))\b",
        r"notice \1",
    ),
    (r"\bnotice (?:has|have|must|needs?)(?: to)? be (?:out|in)\b", "notice must be given"),
    (r"\b(?:runs?|lasts?|continues?|goes|go|extends?) (?:beyond|past|after) (\d{4})\b", r"expire after \1"),
    (r"^when(?:'s| is| are| was| were) (.{3,80}?) (?:over|up)\s*\?*$", r"when does \1 end"),
    (r"\b(?:in|within) (\d+) (day|week|month)s? or (?:less|fewer|sooner)\b", r"within \1 \2s"),
    (r"\bat least one of (?=.+ and )(?!the parties)(.+?) and ", r"either \1 or "),
    (r"(?:あと|残り)(\d+)(日|週間|か月|ヶ月|カ月|年)(?:で|以内に)", r"今後\1\2以内に"),
    # whose consent it is asks for no party
    (
        r"(?:相手方?|先方|他方|もう一方|他の当事者)の(?=(?:事前の|書面による|書面での|書面の)*(?:同意|承諾|許可|承認|了解|了承))",
        "",
    ),
    (r"(?:[非不]更新|更新(?:を)?(?:拒絶|拒否|しない(?:旨)?)?)(?:の)?通知(?=[がを](?:必要|要|出|し(?!な)|送))", "通知"),
    (
        r"通知し(?:ないと|なければ)、?(?:自動(?:で|的に)?)?(?:更新|延長)され(?:てしま(?:う|います)|る|ます)(?=契約|もの|$)",
        "通知が必要な",
    ),
    (r"(?:今日|本日|今)から(?=\d+(?:日|週間|か月|ヶ月|カ月|年)以内)", ""),
    (r"(\d+)(日|週間|か月|ヶ月|カ月)のうちに", r"\1\2以内に"),
    (r"(\d{4})年いっぱいで", r"\1年に"),
    (r"条項(?:の)?数(?:が|の)多い(?:契約)?(?:の)?(?:上位|トップ)(\d+)件", r"最も条項数が多い契約を\1件"),
    (
        r"(デラウェア|ニューヨーク|カリフォルニア|テキサス|ネバダ|イリノイ|フロリダ|ニュージャージー|マサチューセッツ)(?=法)",
        r"\1州",
    ),
    (r"(?<=[期度\d])\s*\((?:\d{1,2}月?(?:から|~|〜|-)\d{1,2}月)\)", ""),
    (rf"(?<=\d)\s*\((?:{_MONTHS})(?: to | through | - |-)(?:{_MONTHS})\)", ""),
    (
        rf"(?:fiscal|financial) year \d{{4}} ?"
        rf"\(((?:{_MONTHS}) \d{{4}})(?: to | through | - |-)((?:{_MONTHS}) \d{{4}})\)",
        r"between \1 and \2",
    ),
    (r"何年に(?:それぞれ)?何(件|本)(?:ずつ)?", r"年ごとに何\1"),
    (
        r"(\d+)(日|週間|か月|ヶ月|カ月|ヵ月)(以上|以下|以内|未満|超)?(?:より)?前(?:まで)?に?は?(?:書面で)?(?:の)?(?:事前に?)?"
        r"(?:通知|予告)(?:を|が)?(?:(?:し|出さ)?(?:ないと|なければ|なくては)(?:いけない|ならない)"
        r"|(?:が)?必要(?:な|とする|がある)?|する(?:必要|義務)(?:が|の)(?:ある|あり)|する(?:ことになっている|べき)|要(?:る|する)|いる|すべき)(?=契約|もの|の|は|$)",
        r"通知期間が\1\2\3の",
    ),
    (r"\bi mean\b,?", ""),
    (r"\bw/o\b", "without"),
    (r"\bw/(?= ?[a-z])", "with "),
    (r"\bliabilit(?:y|ies) (?:(?:is|are)(?:n't| not)|not) (?:capped|limited)\b", "without a cap on liability"),
    (
        r"(\d+)(日|週間|か月|ヶ月|カ月)前(?:まで)?の(?:事前)?(?:通知|予告)(?:が必要(?:な)?|を要する|を求める)?(?=契約|もの)",
        r"通知期間が\1\2の",
    ),
    (r"\bhow may (?=contracts|agreements|deals|of)", "how many "),
    (r"\bwich\b", "which"),
    (r"\bteh\b", "the"),
    (
        r"\bbefore (?:the )?year(?: is out|'s end|-end)\b|\bby (?:the )?(?:year[ -]?end|end of (?:the|this) year)\b",
        "between today and 31 december YEAR",
    ),
    (r"(?<![\d年])(?:年内(?:に|中に)?|(?:今|本)?年末までに)", "今日からYEAR年12月31日までに"),
    (r"今年度末までに?", "今日からFISCAL年3月31日までに"),
    (r"(\d{4})年末(?:の時点で|時点で|現在で)", r"\1年末までに"),
    (r"affiliate licen[sc]es?[ (-]+(licensee|licensor)s?\)?", r"affiliate license-\1"),
    (
        r"\b(?:go(?:es)? on|runs?|lasts?|continues?) (?:until|till|to|through) (\d{4}) or (?:later|beyond|longer)\b",
        r"expire on or after 1 january \1",
    ),
    (r"\b(?:until|till|to|through) (\d{4}) or (?:later|beyond|longer)\b", r"on or after 1 january \1"),
    (r"(\d{4})年以降まで", r"\1年以降に"),
    (r"\bbefore (?:the )?end of (?:the|this) month\b", "this month"),
    (r"\b(between|from) now (?=and|to|until|till)", r"\1 today "),
    (r"\b(and|to|through) (?:the )?(?:end of (?:the|this) (?:calendar )?year|year[ -]end)\b", r"\1 31 december YEAR"),
    (r"\b(?:until|till) when (?:is|are) (.{3,60}?) (?:good|valid)\b", r"when does \1 expire"),
    (r"\b(?:till|until) when\b", "until when"),
    (r"\bbut (?=(?:the one|those|not) (?:with|from)\b)", "except "),
    (r"直近で(?=満了|終了|切れ|期限)", "次に"),
    (r"つい最近|直近で", "最近"),
    (r"に(?:ほん|っぽん)(?=法|の|語|企業)", "日本"),
)
_STATES = "デラウェア|ニューヨーク|カリフォルニア|テキサス|ネバダ|イリノイ|フロリダ|ニュージャージー|マサチューセッツ"
_ASKING = (
    r"(?:tell(?:ing)? (?:me|us)|let(?:ting)? (?:me|us) know|inform(?:ing)? (?:me|us)(?: of)?|advis(?:e"
    r"|ing)(?: me| us)?(?= (?:which|what|how|when|who|where)))"
)
_WRAPPERS = (
    # Greetings before a question and thanks after it
    (
        r"^(?:(?:good (?:morning|afternoon|evening|day)|hi|hello|hey|dear|greetings)(?: (?:team|all|there"
        r"|everyone|everybody"
        r"|colleagues|guys|folks))?\b[,.!: -]*)+(?=\S.{9,})",
        "",
    ),
    (
        r"(?<=\S{3})[,.!?; -]*\b(?:(?:many )?thanks?(?: you)?(?: (?:so|very) much| a lot| in advance)*"
        r"|cheers|(?:best|kind|warm)? ?regards)[.! ]*$",
        "",
    ),
    (
        r"^(?:sorry|apologies|excuse me)(?: (?:to|for) (?:bother|disturb|trouble"
        r"|interrupt)(?:ing)?(?: you)?(?: again)?)?[,.:! -]+(?:but )?(?=\S.{9,})",
        "",
    ),
    (
        r"^(?:i|we)(?: was|'m| am| were|'re| are)? (?:just )?(?:wonder(?:ing|ed)?|curious)(?: (?:whether"
        r"|if) you (?:could|can|might) "
        rf"{_ASKING})?,? (?=which|what|how|when|who|where|whether|if)",
        "",
    ),
    (
        rf"^(?:would|could|can|will|might) you (?:(?:mind|please|kindly|perhaps|possibly|maybe|quickly"
        rf"|be so kind as to|be able to) )*{_ASKING},? (?:please )?"
        r"(?=which|what|how|when|who|where|whether|if|the)",
        "",
    ),
    (r"^would you (?:mind|be so kind as to) (list|show|giv|pull|find)(?:e|ing)? ", r"\1 "),
    (r"\b(could|can|would|will) you (?:(?:please|kindly|possibly|perhaps) )*be so kind as to ", r"\1 you "),
    (rf"^(?:please )?{_ASKING},? (?:please )?(?=which|what|how|when|who|where)", ""),
    (r"^(?:do|would) you (?:happen to )?know,? (?=which|what|how|when|who|where)", ""),
    (
        r"^(?:any idea|remind me|i (?:need|want|would like|'d like) to (?:know|find out|see"
        r"|understand)),? (?=which|what|how|when|who|where)",
        "",
    ),
    (r"^is it possible to ", "can we "),
    (
        r"^(?:(?:いつも)?(?:大変)?お世話になって(?:おり|い)ます|お疲れ(?:様|さま)(?:です|でございます)?|お忙しいところ|恐れ入ります(?:が)?"
        r"|(?:大変)?申し訳(?:あり|ござい)ません(?:が)?|(?:すみ|すい)ません(?:が|けど)?|失礼(?:いた)?します|こんにちは|おはようございます|こんばんは|ちょっと(?:聞きたい|伺いたい|お聞きしたい)(?:の|ん)?です(?:が|けど))"
        r"[、。,.! ]*(?=\S.{5,})",
        "",
    ),
    (
        r"(?:を|について(?:は)?|につき|が)?、?(?:ご(?:教示|提示|共有|案内|回答|教授)|お(?:教え|知らせ|示し|調べ))"
        r"(?:を)?(?:いただけ|頂け|願え|願い|ください|下さい|くださ|賜り|の(?:程|ほど))[^。?]{0,24}[。?]*$",
        "を教えて",
    ),
    (
        r"(教えて|見せて|出して|挙げて|探して|調べて|示して|まとめて)(?:いただけ|頂け|もらえ|くれ|もらい|いただき|頂き)"
        r"(?:(?:ない|ません|ます)(?:でしょう|です)?か|(?:たい|たく)[^。?]{0,16})[。?]*$",
        r"\1",
    ),
    (r"(一覧|リスト)を(?:いただけ|頂け|もらえ|ください|下さい|お願い|頂戴)[^。?]{0,20}[。?]*$", r"\1"),
)
"""Words around a question that ask for nothing; where nothing else is left they stay."""
_PERIODS = (
    (r"アメリカ(?=の?(?:法|会社|企業|州|契約))", "米国"),
    (r"^(.{3,80}?)\s*[:;,-]\s+(?:is|are) there (an? |any )(.+)$", r"does \1 have \2\3"),
    (r"\bbefore (?:the )?end of (?:the|this) (?:calendar )?year\b", "between today and 31 december YEAR"),
    (
        r"(\d+)(年|か月|ヶ月|カ月|日)?(?:から|~|〜|-)(\d+)(年|か月|ヶ月|カ月|日)(?:まで|間)?の(?=契約|もの|期間)",
        r"\1\4以上\3\4以下の",
    ),
    (r"(?:契約)?期間(?:が|の)長い(?:順に)?(?:契約)?(?:を|の)?(?:上位|トップ)?(\d+)件", r"最も契約期間が長い契約を\1件"),
    (r"(?:契約)?期間(?:が|の)短い(?:順に)?(?:契約)?(?:を|の)?(?:上位|トップ)?(\d+)件", r"最も契約期間が短い契約を\1件"),
    (r"\b(?:in |during )?(20\d\d)[-/](20\d\d)\b(?!-)", r"between \1 and \2"),
    (
        r"\b(?:running|lasting|going on|continuing|valid|good|in force) (?:until|till|to"
        r"|through) (\d{4}) or (?:later|beyond|longer)\b",
        r"expiring on or after 1 january \1",
    ),
    (r"\bbefore (?:the )?year end\b", "before year-end"),
    (r"\s*[,(]\s*(?:or both|both|or either)\s*\)?(?=\s*\??$)", ""),
    (r"\b(?:in (?:effect|force)|effective|running|valid) since before\b", "took effect before"),
    (r"\bopen ended\b", "open-ended"),
    (r"(\d{4}年(?:\d{1,2}月)?)(?:から|~|〜|-)(\d{4}年(?:\d{1,2}月)?)にかけて(?:の)?", r"\1から\2までに"),
    (rf"({_STATES})(?=(?:は|だと|なら|の(?:場合|もの)?|だけ|のみ)?[?。]*$)", r"\1州"),
    (r"^(?:(?:and|just|now|then) )?(?:the )?(.{2,40}?) (?:ones|contracts) only[.?]*$", r"only \1 contracts"),
    (
        r"^how often (?:does|do|is|are) (?:each|every|the|all)(?: of the)? clause(?: type)?s? (?:occur"
        r"|appear|used|found|present|come up).*$",
        "number of contracts by clause type",
    ),
    (
        r"\b(says?|saying|provid(?:es?|ing)|stat(?:es?|ing)|so that|lets?|stops?|prevents?|keeps?|obliges?"
        r"|requires?|allows?|binds?|permits?)"
        r"( that)? (?:a|the|one|either|any|each|both|neither|the other) (?:part(?:y|ies)|sides?)\b(?! (?:to"
        r"|is|are|from|of) )",
        r"\1\2",
    ),
)
_TURNS = {"this": 0, "next": 1, "last": -1}
_YEARS = {"今年": 0, "本年": 0, "来年": 1, "翌年": 1, "昨年": -1, "去年": -1}


def spelled_out(text: str, today: date) -> str:
    """A folded question with short ways to say days spelled out: 来年3月, 半年, "between January and March 2027"."""
    text = half_sentences_spelled_out(as_written(text), today)
    years = "|".join(_YEARS)
    text = re.sub(rf"({years})の?(?=\d{{1,2}}月)", lambda match: f"{today.year + _YEARS[match[1]]}年", text)
    text = turned(text.replace("半年", "6か月"))
    text = re.sub(
        rf"\b(this|next|last) ({_MONTHS})\b", lambda match: f"{match[2]} {today.year + _TURNS[match[1]]}", text
    )
    text = re.sub(r"\b(within|in the next|over the next|in the coming) an? (day|week|month|year)\b", r"\1 1 \2", text)
    text = re.sub(r"\bhalf a year\b", "6 months", text)
    for pattern, spelled in _WRAPPERS:
        text = re.sub(pattern, spelled, text)
    text = second_clauses_spelled_out(of_one_contract_spelled_out(dealing_with_spelled_out(text)))
    text = english_commands_spelled_out(english_half_sentences_spelled_out(text, today))
    text = english_idioms_spelled_out(english_requests_spelled_out(text, today)).replace("YEAR", str(today.year))
    text = _named_month(_quarter(_NUMBER_WORD.sub(lambda match: _NUMBERS[match[0]], text), today), today)
    for pattern, spelled in (*_PERIODS, *_IDIOMS):
        text = re.sub(
            pattern,
            spelled.replace("YEAR", str(today.year)).replace("FISCAL", str(today.year + (today.month > 3))),
            text,
        )
    text = _ENDS_OF_MONTH.sub(_last_of_month, text)
    span = rf"\b(between|from) ({_MONTHS}) (and|to|until|through) ({_MONTHS}) (\d{{4}})\b"
    text = re.sub(span, r"\1 \2 \5 \3 \4 \5", text)
    for days, spelled in _DAYS_OF_ONE_YEAR:
        text = days.sub(spelled, text)
    return text


_DAY = r"(\d{1,2}(?:st|nd|rd|th)?)"
_DAYS_OF_ONE_YEAR = (
    (
        re.compile(
            rf"\b(between|from) (?:the )?{_DAY}(?: of)? ({_MONTHS}) (and|to|until|till|through) (?:the )?{_DAY}"
            rf"(?: of)? ({_MONTHS}),? (\d{{4}})\b"
        ),
        r"\1 \2 \3 \7 \4 \5 \6 \7",
    ),
    (
        re.compile(
            rf"\b(between|from) ({_MONTHS}) {_DAY} (and|to|until|till|through) ({_MONTHS}) {_DAY},? (\d{{4}})\b"
        ),
        r"\1 \2 \3 \7 \4 \5 \6 \7",
    ),
)
"""The year is said once, behind the second day: "between 1 April and 30 June 2027"."""


_ENDS_OF_MONTH = re.compile(r"(\d{4})年(\d{1,2})月末(?:日)?(?=(?:で|に|付)(?!は|き))")


def _last_of_month(match: re.Match[str]) -> str:
    year, month = int(match[1]), int(match[2])
    return f"{year}年{month}月{monthrange(year, month)[1]}日" if 1 <= month <= 12 else match[0]


_NUMBERS = {
    "fifteen": "15", "twenty": "20", "thirty": "30", "forty": "40", "forty-five": "45", "fifty": "50", "sixty": "60",
    "seventy": "70", "ninety": "90", "eighteen": "18", "twenty-four": "24", "thirty-six": "36",
}  # fmt: skip
_NUMBER_WORD = re.compile(
    rf"\b(?:{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})(?=[ -](?:days?|weeks?|months?|years?))"
)


def _quarter(text: str, today: date) -> str:
    """A quarter or half of a year that is told from today, with its year: "the first quarter of next year"."""
    text = re.sub(
        r"\b(?:the )?(first|second|third|fourth|last|1st|2nd|3rd|4th) quarter of (this|next|last) year\b",
        lambda match: f"q{_QUARTERS[match[1]]} {today.year + _TURNS[match[2]]}",
        text,
    )
    text = re.sub(
        r"\b(?:the )?(first|second) half of (this|next|last) year\b",
        lambda match: f"{match[1]} half of {today.year + _TURNS[match[2]]}",
        text,
    )
    return re.sub(
        rf"({'|'.join(_YEARS)})の?(?=第?[1-4一二三四]四半期|[上下]半期)",
        lambda match: f"{today.year + _YEARS[match[1]]}年",
        text,
    )


_QUARTERS = {
    "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": 4,
}  # fmt: skip
_BEHIND = re.compile(
    r"\b(?:signed|executed|concluded|entered|started|began|commenced|took|came|expired|ended|lapsed|dated|since)\b"
    r"|締結|調印|署名|発効|開始|始ま|結ん|満了した|終了した|切れた"
)
"""Words by which a month without a year is the last one that there was, not the next."""


def _named_month(text: str, today: date) -> str:
    """A month without a year, with the year of the next one, or of the last one where the past is spoken of."""
    behind = _BEHIND.search(text) is not None

    def year_of(month: int) -> int:
        if behind:
            return today.year - (month > today.month)
        return today.year + (month < today.month)

    months = _MONTHS.split("|")
    text = re.sub(
        rf"\bsince ({_MONTHS})\b(?!,? ?\d|,? (?:of )?(?:this|next|last))",
        lambda match: f"since {match[1]} {today.year - (months.index(match[1]) + 1 > today.month)}",
        text,
    )
    text = re.sub(
        rf"\b(in|during|by the end of|at the end of) ({_MONTHS})\b(?!,? ?\d|,? (?:of )?(?:this|next|last)"
        rf"| (?:and|or|to|through|until|till) )",
        lambda match: f"{match[1]} {match[2]} {year_of(months.index(match[2]) + 1)}",
        text,
    )
    if re.search(r"\d{4}年|年度|平成|令和|昭和|毎年", text):
        return text
    return re.sub(
        r"(?<![\d年/.前間約])(\d{1,2})月(?=(?:中|末|内)?(?:に|で|の|が|まで)|末)(?!の?間|額|前|\d)",
        lambda match: f"{year_of(int(match[1]))}年{match[1]}月" if 1 <= int(match[1]) <= 12 else match[0],
        text,
    )
