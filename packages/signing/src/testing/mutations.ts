/** Runs a changed ceremony, and returns what its verification says about one check. */
import { type Evidence, formatEvidence } from '../evidence.ts'
import type { EvidenceInput, PdfResult, RecordResult } from '../evidence-context.ts'
import type { CheckId, EvidenceVerdict } from '../verification.ts'
import { verifyEvidence } from '../verify-evidence.ts'
import { type RequestChanges, type SampleKeys, sampleRequest } from './sample-request.ts'

/** Changes before, during and after the ceremony. */
export type Mutation = RequestChanges & {
  evidence?: (evidence: Evidence) => Evidence
  /** Changes the text of the evidence file. */
  text?: (text: string) => string
  record?: ((record: RecordResult) => RecordResult) | null
  pdf?: ((pdf: PdfResult) => PdfResult) | null
}

/** Name, check, index of the statement (null for the request), reason, verdict, change. */
export type MutationRow = [
  name: string,
  id: CheckId,
  statement: number | null,
  reason: string,
  verdict: EvidenceVerdict,
  mutation: Mutation,
]

/** Returns the outcome of the check, its reason, and the verdict. */
export async function runMutation(
  keys: SampleKeys,
  id: CheckId,
  statement: number | null,
  mutation: Mutation,
): Promise<[string | undefined, string | undefined, EvidenceVerdict]> {
  const { evidence, input } = await requestFor(keys, mutation)
  const { checks, verdict } = await verifyEvidence(changeInput(input, evidence, mutation))
  const check = checks.find((item) => item.id === id && item.statement === statement)
  return [check?.outcome, check?.reason, verdict]
}

const unchanged = new WeakMap<SampleKeys, ReturnType<typeof sampleRequest>>()

/** Runs the ceremony; once for all mutations that only change its result. */
function requestFor(keys: SampleKeys, mutation: Mutation): ReturnType<typeof sampleRequest> {
  const { evidence: _evidence, pdf: _pdf, record: _record, text: _text, ...changes } = mutation
  if (Object.keys(changes).length > 0) return sampleRequest(keys, changes)
  const request = unchanged.get(keys) ?? sampleRequest(keys)
  unchanged.set(keys, request)
  return request
}

function changeInput(
  { pdf, record }: EvidenceInput,
  evidence: Evidence,
  mutation: Mutation,
): EvidenceInput {
  const text = formatEvidence(mutation.evidence ? mutation.evidence(evidence) : evidence)
  return {
    evidence: mutation.text ? mutation.text(text) : text,
    record: apply(record, mutation.record),
    pdf: apply(pdf, mutation.pdf),
  }
}

function apply<T>(value: T | null, change: ((value: T) => T) | null | undefined): T | null {
  if (change === null || value === null) return null
  return change ? change(value) : value
}
