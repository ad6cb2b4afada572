/**
 * The leaf hashes seen so far: in a file, 32 bytes each, with an index in memory of at most 16 bytes each. Finds
 * repeated leaves, and shows later how the record's past looked.
 */
import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { equal } from '@inkproof/proof/bytes'

export type LeafIndex = {
  /** Adds the next leaf. Returns the position of an earlier identical one, if any. */
  add: (leaf: Uint8Array) => number | undefined
  /** Returns `count` leaf hashes, concatenated. @throws Error when the file is shorter */
  read: (first: number, count: number) => Uint8Array
  count: () => number
  /** Makes everything added durable. */
  sync: () => void
  close: () => void
}

const LEAF_BYTES = 32
const READ_COUNT = 8192
const WRITE_COUNT = 256
const MIN_SLOTS = 1024

/**
 * Opens the file and indexes its first `count` leaves; later ones, of an interrupted check, are overwritten.
 *
 * @throws Error when the file is shorter than that
 */
export function openLeafIndex(path: string, count: number): LeafIndex {
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o644)
  if (fstatSync(file).size < count * LEAF_BYTES) {
    closeSync(file)
    throw new Error(`${path} is shorter than the state file says.`)
  }
  let written = 0
  let pending: Uint8Array[] = []
  let slots = newSlots(MIN_SLOTS)

  const size = () => written + pending.length
  const flush = () => {
    if (pending.length === 0) return
    const bytes = Buffer.concat(pending)
    writeSync(file, bytes, 0, bytes.length, written * LEAF_BYTES)
    written += pending.length
    pending = []
  }
  const read = (first: number, length: number): Uint8Array => {
    if (first + length > written) flush()
    const bytes = new Uint8Array(length * LEAF_BYTES)
    const got = readSync(file, bytes, 0, bytes.length, first * LEAF_BYTES)
    if (got !== bytes.length) throw new Error(`${path} is too short.`)
    return bytes
  }
  /** Stores the position of a leaf, unless an identical leaf has one: then returns that. */
  const insert = (leaf: Uint8Array, position: number): number | undefined => {
    if ((position + 1) * 2 > slots.tags.length) slots = grown(slots)
    const tag = tagOf(leaf)
    for (let slot = firstSlot(slots, tag); ; slot = (slot + 1) % slots.tags.length) {
      const stored = slots.positions[slot] as number
      if (stored === 0) {
        slots.positions[slot] = position + 1
        slots.tags[slot] = tag
        return undefined
      }
      if (slots.tags[slot] === tag && equal(read(stored - 1, 1), leaf)) return stored - 1
    }
  }

  for (; written < count; ) {
    const length = Math.min(READ_COUNT, count - written)
    const first = written
    written += length
    const leaves = read(first, length)
    for (let i = 0; i < length; i++)
      insert(leaves.subarray(i * LEAF_BYTES, (i + 1) * LEAF_BYTES), first + i)
  }
  return {
    add: (leaf) => {
      const earlier = insert(leaf, size())
      pending.push(leaf)
      if (pending.length >= WRITE_COUNT) flush()
      return earlier
    },
    read,
    count: size,
    sync: () => {
      flush()
      fsyncSync(file)
    },
    close: () => closeSync(file),
  }
}

/** Open addressing: in each slot four bytes of a leaf, and its position plus one; zero marks a free slot. */
type Slots = { tags: Uint32Array; positions: Uint32Array }

function newSlots(count: number): Slots {
  return { tags: new Uint32Array(count), positions: new Uint32Array(count) }
}

function grown(old: Slots): Slots {
  const slots = newSlots(old.tags.length * 2)
  old.positions.forEach((position, i) => {
    if (position === 0) return
    const tag = old.tags[i] as number
    let slot = firstSlot(slots, tag)
    while (slots.positions[slot] !== 0) slot = (slot + 1) % slots.tags.length
    slots.tags[slot] = tag
    slots.positions[slot] = position
  })
  return slots
}

/** Leaves are hashes, so any four of their bytes are as good as a hash of them. */
function tagOf(leaf: Uint8Array): number {
  return new DataView(leaf.buffer, leaf.byteOffset).getUint32(0)
}

function firstSlot({ tags }: Slots, tag: number): number {
  return tag % tags.length
}
