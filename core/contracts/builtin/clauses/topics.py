"""What each category speaks of, as groups of words: a sentence is on topic when it has a word of every group.

The linear machines learn little for categories with few examples. The share of a category's groups that a sentence
covers means the same in all of them, so that the re-ranker carries over from common categories to rare ones.
"""

from __future__ import annotations

import zlib
from functools import cache

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.clause_tokens import stem
from core.contracts.builtin.clauses.sentence_features import Sentences
from core.taxonomy import taxonomy

_PRICE = "price prices pricing fee fees rate rates charge charges tariff"
_TIME = "day days month months year years period"
_LICENSE = "license licenses licensed sublicense grant grants granted licence"
_OWN = "own owned owns ownership property title belong vest assign assigns"
_WORK = (
    "intellectual invention inventions improvement work works patent copyright developed development know derivative"
)
_RESTRICT = "not no neither refrain prohibited"

TOPICS: dict[str, tuple[str, ...]] = {
    "document_name": ("agreement contract amendment addendum",),
    "parties": ("between among hereinafter referred party parties",),
    "agreement_date": ("dated date entered executed made day", "january february march april may june july august "
                       "september october november december"),
    "effective_date": ("effective commence commencing begin force", "date execution"),
    "expiration_date": ("term expire expiration continue remain initial period", _TIME),
    "renewal_term": ("renew renewal renewed extend extended", "automatically successive additional term terms period"),
    "notice_period": ("notice notify notifies", "renew renewal extend term expiration", _TIME),
    "governing_law": ("govern governed construed interpreted", "law laws"),
    "most_favored_nation": ("favorable favored favorably lower lowest better advantageous", "customer party terms "
                            "price prices rate rates offered offer other"),
    "competitive_restriction_exception": ("except notwithstanding however provided unless foregoing nothing exception "
                                          "limit prohibit", "compete competing competitive exclusive exclusivity "
                                          "competitor solicit"),
    "non_compete": ("compete competing competitive competitor competition competitors", _RESTRICT),
    "exclusivity": ("exclusive exclusively sole solely exclusivity", "right distributor license supplier sell purchase "
                    "market provider territory appoint"),
    "no_solicit_of_customers": ("solicit soliciting solicitation contact divert interfere", "customer customers client "
                                "clients account accounts subscribers policyholders", _RESTRICT),
    "no_solicit_of_employees": ("solicit soliciting solicitation hire employ recruit induce", "employee employees "
                                "personnel employment contractor", _RESTRICT),
    "non_disparagement": ("disparage disparaging disparagement derogatory reputation goodwill detrimental prestige "
                          "tarnish disrepute", ),
    "termination_for_convenience": ("terminate terminated termination cancel", "convenience reason cause time "
                                    "discretion option notice", "notice prior written days"),
    "rofr_rofo_rofn": ("refusal offer negotiate negotiation first match", "right first option"),
    "change_of_control": ("control merger acquisition acquired consolidation sale merge acquires", "terminate "
                          "termination consent assign notice change deemed assignment"),
    "anti_assignment": ("assign assigned assignment transfer assignable transferred delegate", "consent approval not "
                        "neither prior void without"),
    "revenue_profit_sharing": ("revenue revenues profit profits royalty commission sales proceeds net gross",
                               "percent percentage share pay equal"),
    "price_restrictions": (_PRICE, "change changes increase increased increases decrease raise adjust adjusted "
                           "adjustment exceed reduce lower modify fixed",
                           "right reserve reserves may must not only exceed once",
                           "time discretion increase increased limited limit exceed fixed maximum minimum year annual"),
    "minimum_commitment": ("minimum least quota commitment guarantee guaranteed", "order purchase quantity units "
                           "amount payment sales annual royalty fee spend pay"),
    "volume_restriction": ("exceed exceeds excess maximum limit limited up additional more", "number quantity users "
                           "units copies volume amount hours impressions per"),
    "ip_ownership_assignment": (_OWN, _WORK, "assign assigns shall hire exclusive hereby sole"),
    "joint_ip_ownership": ("joint jointly equal co equally", _OWN, ),
    "license_grant": (_LICENSE, "right rights license use nonexclusive exclusive"),
    "non_transferable_license": ("transferable nontransferable sublicensable assignable transfer sublicense", _LICENSE),
    "affiliate_license_licensor": ("affiliate affiliates subsidiaries", _LICENSE, "licensor its behalf cause"),
    "affiliate_license_licensee": ("affiliate affiliates subsidiary subsidiaries", _LICENSE, "use sublicense right "
                                   "extend"),
    "unlimited_license": ("unlimited unrestricted enterprise unlimitedly", "license use right number copies users"),
    "irrevocable_or_perpetual_license": ("irrevocable perpetual perpetually irrevocably", "license right grant "
                                         "licenses"),
    "source_code_escrow": ("escrow", "source code software agent deposit release materials"),
    "post_termination_services": ("termination expiration terminated terminates expire", "after following upon "
                                  "continue transition survive days period", "services inventory sell provide pay "
                                  "assist product products support wind"),
    "audit_rights": ("audit inspect examine inspection auditor audits audited access", "books records accounts right "
                     "premises facilities accounting reports"),
    "uncapped_liability": ("liability liable limitation limitations limit", "except indemnification gross negligence "
                           "confidentiality willful fraud breach infringement notwithstanding"),
    "cap_on_liability": ("liable liability damages", "exceed limited consequential indirect incidental special "
                         "aggregate punitive maximum"),
    "liquidated_damages": ("liquidated penalty genuine fee damages late", "damages terminate termination penalty "
                           "breach estimate pay"),
    "warranty_duration": ("warrant warrants warranty warranties defect defects", _TIME),
    "insurance": ("insurance insured insurer coverage", "maintain policy liability obtain certificate carry"),
    "covenant_not_to_sue": ("challenge contest sue suit attack dispute oppose question claim", "validity ownership "
                            "title registration trademark patent marks right release", _RESTRICT),
    "third_party_beneficiary": ("beneficiary beneficiaries benefit", "third intended enforce person"),
}  # fmt: skip


@cache
def _tables() -> tuple[NDArray[np.uint32], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Sorted stem hashes with the group of each (a stem in several groups stands several times); groups by category."""
    pairs: set[tuple[int, int]] = set()
    owner: list[int] = []
    for category, entry in enumerate(taxonomy().categories):
        for group in TOPICS[entry.code]:
            pairs |= {(zlib.crc32(("~" + stem(word)).encode()), len(owner)) for word in group.split()}
            owner.append(category)
    ordered = sorted(pairs)
    stems, first, count = np.unique(
        np.array([key for key, _ in ordered], np.uint32), return_index=True, return_counts=True
    )
    return stems, first, count, np.array([group for _, group in ordered]), np.array(owner)


def topic_shares(document: Sentences) -> NDArray[np.float32]:
    """The share of each category's groups that each sentence covers, shape (sentences, categories), 0–1."""
    stems, first, count, group, owner = _tables()
    index = np.minimum(np.searchsorted(stems, document.tokens.stem), len(stems) - 1)
    known = stems[index] == document.tokens.stem
    index, segment = index[known], document.tokens.segment[known]
    repeats = count[index]
    inside = np.arange(repeats.sum()) - np.repeat(np.cumsum(repeats) - repeats, repeats)
    covered = np.zeros((len(document), len(owner)), np.float32)
    covered[np.repeat(segment, repeats), group[np.repeat(first[index], repeats) + inside]] = 1
    begin = np.flatnonzero(np.diff(owner, prepend=-1))
    size = np.diff(begin, append=len(owner))
    return (np.add.reduceat(covered, begin, axis=1) / size).astype(np.float32)
