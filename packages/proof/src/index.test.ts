import { readdirSync } from 'node:fs'
import { expect, test } from '@jest/globals'

const modules = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .sort()

async function listExports(file: string): Promise<string[]> {
  return Object.keys((await import(`./${file}`)) as object).sort()
}

/** Other packages depend on these names: changing this list is an API change. */
test('each module exports the expected names', async () => {
  const lists: Record<string, string> = {}
  for (const file of modules) lists[file.replace('.ts', '')] = (await listExports(file)).join(' ')
  expect(lists).toMatchInlineSnapshot(`
   {
     "abi": "addressFromWord encodeWord splitWords",
     "anchor-file": "formatAnchorFile parseAnchorFile",
     "block-json": "asList asObject bytesField decodeTopics encodeHeader encodeReceipt parseQuantity",
     "block-source": "checkBlock checkBlockSource checkFinality",
     "build": "buildProof inputFromAnchor",
     "bytes": "concat equal from0x fromBase64 fromBase64Url fromHex fromUtf8 parseU64 randomBytes to0x toBase64 toBase64Url toHex u16be u64be uintBe utf8",
     "cbor": "decodeCbor encodeCbor",
     "chain": "ANCHORED_TOPIC chainProofFromCbor chainProofToCbor decodeChainProof encodeChainProof readAnchoredEvent readHeader verifyChainProof",
     "chain-rpc": "chainProofFromRpc httpRpc nodeFromRpc",
     "checkpoint": "formatCheckpoint openCheckpoint readCheckpoint signCheckpoint",
     "checks": "checkAnchor checkCheckpoint checkDomain checkEntry checkFingerprint checkInclusion checkIssuer checkTrust isoTime",
     "cosignature": "cosignatureTimes signCosignature",
     "ed25519": "derivePublicKey signEd25519 verifyEd25519",
     "facts": "extractFacts",
     "finding": "failed notChecked passed passedIf runCheck toStep",
     "flat-tree": "buildFlatTree flatTreeReader",
     "keccak": "keccak256",
     "keccak-permutation": "createLanes permute",
     "leaf": "ENTRY_BYTES KINDS NO_PREVIOUS checkOpening claimHash claimValue claimsRoot commitment decodeEntry encodeEntry entryBytes kindName makeClaim makeOpening openingLeafHash withholdClaims",
     "log-anchor": "LOG_ANCHOR_ADDRESS decodeLogAnchorError encodeAnchor encodeHeadOf encodeIsIncluded headHash",
     "node-crypto": "nodeCrypto",
     "node-ed25519": "nodeEd25519",
     "node-sha256": "nodeSha256",
     "note": "LOG_KEY ML_DSA_WITNESS_KEY WITNESS_KEY formatSignature formatVkey generateKey isSignedBy openNote parseNote parsePrivateKey parseVkey signNote verifierKey",
     "opening": "decodeOpening encodeOpening openingFromCbor openingFromJson openingToCbor openingToJson",
     "policy": "EMBEDDED_CHAIN_ID createPolicy formatTxt matchesChain parsePolicy policyFromTxt policyFromVkey trustedLogs",
     "proof-error": "ProofError must",
     "proof-file": "PROOF_FILE_EXTENSION formatProofFile parseProofFile",
     "revocation-check": "checkRevocation",
     "rlp": "decodeRlp encodeRlp rlpBytes rlpList rlpUint",
     "sentence": "formatEnglish makeSentence",
     "sha2": "sha256Of sha256Stream",
     "sha2-constants": "CUBE_ROOTS MASK SQUARE_ROOTS",
     "sha256": "sha256",
     "sha512": "sha512",
     "shape": "asArray asBytes asHashes asMap asText asUint",
     "status": "CHUNK_BYTES bitmapRoot certificateState markInvalid proveStatus statusEntry verifyStatus",
     "status-codec": "decodeStatusSnapshot encodeStatusSnapshot statusProofFromCbor statusProofToCbor",
     "tile": "TILE_WIDTH decodeEntryBundle encodeEntryBundle entriesPath httpTileReader readWithFallback tilePath tileWidth tilesToWrite",
     "tile-proofs": "consistencyFromTiles inclusionFromTiles leafHashFromTiles rootFromTiles",
     "tree": "emptyRoot leafHash nodeHash rootFromInclusion verifyConsistency verifyInclusion",
     "tree-builder": "appendLeaf consistencyProof consistencyRanges emptyRange inclusionProof inclusionRanges nodesOfRange rangeFromNodes rangeRoot rootFromNodes",
     "trie": "toNibbles verifyTrieProof",
     "trie-builder": "buildListTrieProof",
     "verdict": "EXIT_CODES STEP_IDS determineVerdict",
     "verify": "verify",
     "wallet": "WALLET_CLAIM addWalletSignature entryDigest entryTypedData verifyWallet",
     "witness-policy": "formatWitnessPolicy parseWitnessPolicy",
     "witness-quorum": "evaluateWitnesses",
     "wording": "formatSentence formatStep formatVerdict formatVerification",
   }
  `)
})
