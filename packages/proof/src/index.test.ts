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
     "block-source": "BLOCK_NOT_CONFIRMED checkBlock checkBlockSource checkFinality isTrustedHash nodeUnreachable",
     "build": "buildProof inputFromAnchor",
     "bytes": "concat equal from0x fromBase64 fromBase64Url fromHex fromUtf8 parseU64 randomBytes to0x toBase64 toBase64Url toHex u16be u64be uintBe utf8",
     "cbor": "decodeCbor encodeCbor",
     "chain": "ANCHORED_TOPIC chainProofFromCbor chainProofToCbor decodeChainProof encodeChainProof readAnchoredEvent readHeader verifyChainProof",
     "chain-head": "readChainHead readFinalBlock",
     "chain-rpc": "chainProofFromRpc httpRpc nodeFromRpc",
     "check-revocation": "checkRevocation",
     "checkpoint": "formatCheckpoint openCheckpoint readCheckpoint signCheckpoint",
     "checks": "checkAnchor checkCheckpoint checkEntry checkFingerprint checkInclusion",
     "cosignature": "cosignatureTimes signCosignature",
     "display-text": "formatDomain hasSeveralAlphabets sanitizeForDisplay sanitizeQuotation",
     "ed25519": "derivePublicKey signEd25519 verifyEd25519",
     "eip712": "DOMAIN_FIELDS TYPED_DATA_DOMAIN recoverAddress typedDataDigest",
     "facts": "extractFacts",
     "finding": "failed notChecked passed passedIf runCheck toStep",
     "flat-tree": "buildFlatTree flatTreeReader",
     "iso-time": "isoTime",
     "issuer-check": "checkDomain checkIssuer",
     "issuer-revocation": "MAX_REASON_LENGTH MAX_REVOCATION_FILE_LENGTH formatIssuerRevocation parseIssuerRevocation revocationDigest revocationStatement revocationTypedData verifyIssuerRevocation",
     "keccak": "keccak256",
     "keccak-permutation": "createLanes permute",
     "leaf": "ENTRY_BYTES KINDS NO_PREVIOUS checkOpening claimHash claimValue claimsRoot commitment decodeEntry encodeEntry entryBytes kindName makeClaim makeOpening openingLeafHash withholdClaims",
     "log-anchor": "CLOSED_HEAD HANDED_OVER_TOPIC LOG_ANCHOR_ADDRESS encodeAnchor encodeHeadOf encodeIsIncluded encodeSuccessorOf headHash",
     "log-anchor-error": "decodeLogAnchorError",
     "log-key-rotation": "linkRotations operatorRotationText rotationDigest rotationEntry signRotation signRotationByOperator verifyRotation",
     "log-keys": "applyRotations findUnacceptedKey keyForSize proveRotations verifyProofRotations verifyRotations",
     "newer-entries": "findEnding",
     "node-crypto": "nodeCrypto",
     "node-ed25519": "nodeEd25519",
     "node-sha256": "nodeSha256",
     "note": "LOG_KEY ML_DSA_WITNESS_KEY WITNESS_KEY formatSignature formatVkey generateKey isSignedBy openNote parseNote parsePrivateKey parseVkey signNote verifierKey",
     "opening": "decodeOpening encodeOpening openingFromCbor openingFromJson openingToCbor openingToJson",
     "origin": "computeOrigin isComputedOrigin",
     "parsed-proof": "",
     "policy": "DEFAULT_CONFIRMATIONS EMBEDDED_CHAIN_ID MAX_POLICY_BYTES continuesKeys findRecord formatPolicy isKeyListed isKeyTrusted mergePolicies parsePolicy policyFromVkey",
     "proof-error": "ProofError must",
     "proof-file": "PROOF_FILE_EXTENSION formatProofFile parseProofFile",
     "revocation-receipt": "openRevocationReceipt signRevocationReceipt",
     "rlp": "decodeRlp encodeRlp rlpBytes rlpList rlpUint",
     "rotation-codec": "rotationsFromCbor rotationsToCbor",
     "rotations-file": "ROTATIONS_PATH formatRotationsFile parseRotationsFile readRotations",
     "secp256k1": "INVALID_SIGNATURE recoverPublicKey",
     "sentence": "formatEnglish makeSentence",
     "sentence-text": "formatSentence",
     "sha2": "sha256Of sha256Stream",
     "sha2-constants": "CUBE_ROOTS MASK SQUARE_ROOTS",
     "sha256": "sha256",
     "sha512": "sha512",
     "shape": "asArray asBytes asHashes asMap asText asUint",
     "standing": "checkStanding findEndInProof",
     "standing-chain": "standingFromChain",
     "standing-input": "unknownStanding",
     "standing-witnesses": "standingFromWitnesses",
     "state": "isEnded isEnding stateFromAnchor statesOfProof",
     "status": "CHUNK_BYTES bitmapRoot certificateState isStatusFresh markInvalid proveStatus statusEntry verifyStatus",
     "status-codec": "decodeStatusSnapshot encodeStatusSnapshot statusProofFromCbor statusProofToCbor",
     "step-titles": "stepTitle",
     "tile": "TILE_WIDTH decodeEntryBundle encodeEntryBundle entriesPath httpTileReader readWithFallback tilePath tileWidth tilesToWrite",
     "tile-proofs": "consistencyFromTiles inclusionFromTiles leafHashFromTiles rangeFromTiles rootFromTiles rootOfHashes",
     "tree": "emptyRoot leafHash nodeHash rootFromInclusion verifyConsistency verifyInclusion",
     "tree-builder": "appendLeaf consistencyProof consistencyRanges emptyRange inclusionProof inclusionRanges nodesOfRange rangeFromNodes rangeRoot rootFromNodes",
     "trie": "toNibbles verifyTrieProof",
     "trie-builder": "buildListTrieProof",
     "trust-check": "checkTrust checkWitnesses",
     "trusted-checkpoint": "openRecordCheckpoint",
     "verdict": "EXIT_CODES STEP_IDS determineVerdict determinesVerdict isTimeConfirmed",
     "verify": "verify",
     "wallet": "WALLET_CLAIM addWalletSignature entryDigest entryTypedData verifyWallet",
     "witness-policy": "formatWitnessPolicy parseWitnessPolicy",
     "witness-quorum": "evaluateWitnesses",
     "wording": "formatAnswer formatStep formatVerdict formatVerification",
     "wording-context": "formatContext",
   }
  `)
})
