"""Whether Japanese words leave the end open that they name: 遅くとも…までに, 満了日又は完了日のいずれか早い日."""

from __future__ import annotations

import re

_LATER_OF = re.compile(r"いずれか(?:の)?遅い|遅い(?:方の)?日")
# a day by which the end must come, or the first of several days
_AT_MOST = re.compile(
    r"(?:少なくとも|最低(?:でも)?|最[長大](?:で(?:も)?)?)[、\s]*(?=令和|平成|西暦|(?:19|20)\d\d)|遅くとも|いかなる場合(?:に|で)?も|を超え(?:ない|て|ること)|[日月](?:頃|ごろ)|を?目[途処](?:に|と)"
)
_FIRST_OF = re.compile(r"早い(?:方|ほう|場合|時|日|期)|早く(?:到来|発生|終了|完了)|先に(?:到来|発生)|より早い")
# beside a day only that the contract is ended: 期間満了日又は解除の日のいずれか早い日
_ENDED_EARLIER = re.compile(r"解約|解除|中途|期間(?:の)?途中")


def first_of(text: str) -> bool:
    """Whether words speak of the first of several days."""
    return _FIRST_OF.search(text) is not None


def leaves_open(text: str) -> bool:
    """Whether words fix no day: the first or the later of several days, or a day by which the end must come."""
    first = first_of(text) and not _ENDED_EARLIER.search(text)
    return first or _LATER_OF.search(text) is not None or _AT_MOST.search(text) is not None
