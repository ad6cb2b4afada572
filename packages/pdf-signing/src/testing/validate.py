"""Judges signed PDF files with pyHanko, and makes files signed elsewhere. Prints JSON.

validate.py check ROOT.pem FILE…              integrity, trust and later changes; revocation data from the file alone
validate.py check-at ROOT.pem TIME FILE…      the same long-term (ETSI EN 319 102-1, 5.6.3), as seen at a later time
validate.py sign KEY.pem CERTIFICATE.pem CHAIN.pem INPUT OUTPUT KIND
    KIND: plain, visible, locked, xref-stream, or certified-1, certified-2, certified-3
"""

import asyncio
import datetime
import json
import logging
import sys
import warnings

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign import fields, signers
from pyhanko.sign.validation import async_validate_pdf_signature, async_validate_pdf_timestamp
from pyhanko.sign.validation.ades import ades_lta_validation
from pyhanko.sign.validation.dss import DocumentSecurityStore
from pyhanko.sign.validation.errors import NoDSSFoundError
from pyhanko.sign.validation.policy_decl import (
    PdfSignatureValidationSpec,
    RevinfoOnlineFetchingRule,
    RevocationInfoGatheringSpec,
    SignatureValidationSpec,
)
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.context import CertValidationPolicySpec
from pyhanko_certvalidator.ltv.types import ValidationTimingInfo
from pyhanko_certvalidator.policy_decl import REQUIRE_REVINFO, CertRevTrustPolicy
from pyhanko_certvalidator.registry import SimpleTrustManager

warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)


async def check(root, name):
    """One entry for each signature, in the order of the file."""
    with open(name, "rb") as file:
        reader = PdfFileReader(file)
        return [await check_signature(reader, root, found) for found in reader.embedded_signatures]


async def check_signature(reader, root, found):
    is_time_stamp = found.sig_object["/Type"] == "/DocTimeStamp"
    context = context_of(reader, root)
    if is_time_stamp:
        status = await async_validate_pdf_timestamp(found, context)
    else:
        status = await async_validate_pdf_signature(found, context, ts_validation_context=context)
    problem = status.diff_result if isinstance(status.diff_result, Exception) else None
    time_stamp = getattr(status, "timestamp_validity", None)
    return {
        "field": found.field_name,
        "accepted": bool(getattr(status, "bottom_line", status.intact and status.valid and status.trusted)),
        "intact": status.intact and status.valid,
        "trusted": status.trusted,
        "coverage": status.coverage.name,
        "changes": status.modification_level.name if status.modification_level else None,
        "timeStamped": bool(time_stamp and time_stamp.valid and time_stamp.trusted),
        "problem": str(problem) if problem else None,
    }


def context_of(reader, root, **options):
    """Revocation data are required as soon as the file contains any."""
    try:
        store = DocumentSecurityStore.read_dss(reader)
    except NoDSSFoundError:
        return ValidationContext(trust_roots=[root], allow_fetching=False, **options)
    return store.as_validation_context(
        dict(trust_roots=[root], allow_fetching=False, revocation_mode="require", **options)
    )


async def check_at(root, time, name):
    specification = PdfSignatureValidationSpec(
        SignatureValidationSpec(
            CertValidationPolicySpec(
                trust_manager=SimpleTrustManager.build([root]),
                revinfo_policy=CertRevTrustPolicy(REQUIRE_REVINFO),
            ),
            revinfo_gathering_policy=RevocationInfoGatheringSpec(
                online_fetching_rule=RevinfoOnlineFetchingRule.LOCAL_ONLY
            ),
        )
    )
    timing = ValidationTimingInfo(
        validation_time=time, best_signature_time=time, point_in_time_validation=True
    )
    with open(name, "rb") as file:
        results = []
        reader = PdfFileReader(file)
        for found in reader.embedded_signatures:
            if found.sig_object["/Type"] == "/DocTimeStamp":
                context = context_of(reader, root, moment=time)
                status = await async_validate_pdf_timestamp(found, context)
                accepted = status.intact and status.valid and status.trusted
                results.append({"field": found.field_name, "accepted": accepted, "problem": None})
                continue
            status = await ades_lta_validation(found, specification, timing)
            accepted = str(status.ades_subindic) == "AdESPassed.OK"
            problem = None if accepted else f"{status.ades_subindic} {status.failure_msg or ''}"
            results.append({"field": found.field_name, "accepted": accepted, "problem": problem})
        return results


def sign(key, certificate, chain, source, target, kind):
    signer = signers.SimpleSigner.load(key, certificate, ca_chain_files=(chain,))
    options = {}
    if kind.startswith("certified-"):
        options["certify"] = True
        options["docmdp_permissions"] = fields.MDPPerm(int(kind[-1]))
    field = fields.SigFieldSpec("Theirs", box=(300, 20, 400, 60) if kind == "visible" else None)
    if kind == "locked":
        field = fields.SigFieldSpec(
            "Theirs", field_mdp_spec=fields.FieldMDPSpec(fields.FieldMDPAction.ALL)
        )
    with open(source, "rb") as file, open(target, "wb") as output:
        writer = IncrementalPdfFileWriter(file)
        metadata = signers.PdfSignatureMetadata(
            field_name="Theirs",
            md_algorithm="sha256",
            subfilter=fields.SigSeedSubFilter.PADES,
            **options,
        )
        signers.PdfSigner(metadata, signer, new_field_spec=field).sign_pdf(writer, output=output)


def main(command, *arguments):
    if command == "sign":
        return sign(*arguments)
    root = load_cert_from_pemder(arguments[0])
    if command == "check":
        return {name: asyncio.run(check(root, name)) for name in arguments[1:]}
    time = datetime.datetime.fromisoformat(arguments[1].replace("Z", "+00:00"))
    return {name: asyncio.run(check_at(root, time, name)) for name in arguments[2:]}


print(json.dumps(main(*sys.argv[1:])))
