/**
 * Builds paths of a given length that the peers' own verifiers accept, without building their
 * trees.
 */
import { hash, randomBytes } from 'node:crypto'
import { StandardMerkleTree } from '@openzeppelin/merkle-tree'
import { concat, hexlify, keccak256 } from 'ethers'
import { MerkleTree } from 'merkletreejs'

/** One step of a merkletreejs proof. */
export type PositionedNode = { position: 'left' | 'right'; data: Buffer }

/** SHA-256 in the form merkletreejs expects, using Node's fastest call. */
export function sha256(data: Buffer): Buffer {
  return hash('sha256', data, 'buffer')
}

export function buildMerkletreejsPath(leaf: Buffer, length: number) {
  let root = leaf
  const proof: PositionedNode[] = []
  for (let level = 0; level < length; level++) {
    const data = randomBytes(32)
    const position = level % 2 === 0 ? 'right' : 'left'
    proof.push({ position, data })
    root = sha256(Buffer.concat(position === 'left' ? [data, root] : [root, data]))
  }
  return { root, proof }
}

/** In OpenZeppelin's trees, a node is the keccak-256 of its two children, the smaller one first. */
export function buildOpenZeppelinPath(leaf: Buffer, length: number) {
  let root = StandardMerkleTree.of([[hexlify(leaf)]], ['bytes32']).root
  const proof = Array.from({ length }, () => hexlify(randomBytes(32)))
  for (const node of proof) root = keccak256(concat(root < node ? [root, node] : [node, root]))
  return { root, proof }
}

/** Returns a function for each peer that verifies one path with the peer's verifier, and throws if it is rejected. */
export function createPeerVerifiers(length: number) {
  const leaf = randomBytes(32)
  const positioned = buildMerkletreejsPath(leaf, length)
  const standard = buildOpenZeppelinPath(leaf, length)
  const value = [hexlify(leaf)]
  return {
    merkletreejs: () =>
      assertAccepted(
        MerkleTree.verify(positioned.proof, leaf, positioned.root, sha256),
        'merkletreejs',
      ),
    openZeppelin: () =>
      assertAccepted(
        StandardMerkleTree.verify(standard.root, ['bytes32'], value, standard.proof),
        'OpenZeppelin',
      ),
  }
}

function assertAccepted(accepted: boolean, name: string): void {
  if (!accepted) throw new Error(`${name} rejected the path that was built for it`)
}
