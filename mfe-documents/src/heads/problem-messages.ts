import type { AnchorProblem } from '@inkproof/protocol/log'
import { t } from '@inkproof/texts/text'

/** Why entries are not being added or anchored. No certificate is lost. */
export const PROBLEM_MESSAGES: Record<AnchorProblem, string> = {
  'node-unreachable': t(
    'The blockchain node is not responding. Entries are stored and will be anchored once it is back.',
  ),
  'wrong-chain': t(
    'The node belongs to a different chain than this installation uses. Anchoring is paused until this is corrected.',
  ),
  'no-funds': t(
    'The account that pays for transactions is empty. Entries wait until the operator tops it up.',
  ),
  'fee-above-cap': t(
    'The chain’s fees are above this installation’s limit. Entries wait until fees fall.',
  ),
  'head-unknown': t(
    'The chain contains a state that this installation cannot reproduce. Anchoring is paused until the operator has investigated.',
  ),
  'key-closed': t(
    'This record was closed on the chain and no longer accepts entries. The operator has to open a new one.',
  ),
  'record-stopped': t(
    'The public record cannot be extended right now. Certifications are stored and will be added once the operator has investigated.',
  ),
}
