import type { AnchorTrouble } from '@inkproof/protocol/log'

/** Why the record or the blockchain waits. Each ends by itself, and no certificate is lost meanwhile. */
export const TROUBLES: Record<AnchorTrouble, string> = {
  'node-unreachable':
    'The blockchain node is not answering. Entries are kept and go there as soon as it does.',
  'wrong-chain':
    'The node speaks for another chain than this installation uses. Nothing is written until that is put right.',
  'no-funds':
    'The account that pays for transactions is empty. Entries wait until its operator fills it.',
  'fee-above-cap':
    'The chain’s fees are above what this installation pays. Entries wait until they fall.',
  'head-unknown':
    'The chain holds a state that this installation cannot reproduce. Nothing more goes there until its operator has looked into it.',
  'key-closed':
    'This record was closed on the chain and cannot be written there any more. Its operator has to open a new one.',
  'record-stopped':
    'The public record cannot be continued right now. What is certified is kept and enters it once its operator has looked into it.',
}
