/** What an intruder or a fault does to the stored bytes and rows: registers the tests for one backend. */
import { expect, test } from '@jest/globals'
import { CONTENT, OPTIONS, type OpenBackend, OWNER, useFileStore } from './use-file-store.ts'

const KIB_64 = 64 * 1024

export function testDamage(openBackend: OpenBackend): void {
  const { store, backend, rows, put, stored, replace, expectUnreadable } = useFileStore(openBackend)

  test('the stored bytes and the row contain nothing of the file', async () => {
    const id = await put()
    const bytes = await stored(id)
    expect(bytes.length).toBeGreaterThan(CONTENT.length)
    const row = JSON.stringify(await rows().findById(id).lean())
    expect(row).not.toContain('AGE-SECRET-KEY')
    for (const word of ['agreement', 'between A and B', 'AGE-SECRET-KEY', OPTIONS.owner])
      expect(bytes.includes(word)).toBe(false)
  })

  test('the same content is stored as other bytes each time', async () => {
    const [first, second] = [await stored(await put()), await stored(await put())]
    expect(first.length).toBe(second.length)
    expect(first.subarray(-1_000).equals(second.subarray(-1_000))).toBe(false)
  })

  test('refuses the stored bytes of another file', async () => {
    const [id, other] = [await put(), await put()]
    await replace(id, await stored(other))
    await expectUnreadable(id)
    expect((await store().read(other, OWNER)).bytes).toHaveLength(CONTENT.length)
  })

  test('refuses a file of which the end is missing, wherever it was cut off', async () => {
    const id = await put()
    const bytes = await stored(id)
    const header = bytes.indexOf('\n', bytes.indexOf('\n---') + 1) + 1
    const chunk = KIB_64 + 16
    const ends = [0, 10, header - 1, header, header + 15, header + 16, header + 16 + chunk - 1]
    for (const end of [...ends, header + 16 + chunk, header + 16 + 2 * chunk, bytes.length - 1]) {
      await replace(id, bytes.subarray(0, end))
      await expectUnreadable(id)
    }
  })

  test('refuses a file to which something was appended', async () => {
    const id = await put()
    const bytes = await stored(id)
    for (const added of [1, 16, 17, KIB_64 + 16]) {
      await replace(id, Buffer.concat([bytes, Buffer.alloc(added)]))
      await expectUnreadable(id)
    }
  })

  test('refuses a file with a changed bit, wherever it is', async () => {
    const id = await put()
    const bytes = await stored(id)
    for (const at of [0, 30, 100, 205, 230, 70_000, 140_000, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      await replace(id, changed)
      await expectUnreadable(id)
    }
    await replace(id, bytes)
    expect((await store().read(id, OWNER)).bytes).toHaveLength(CONTENT.length)
  })

  test('refuses a file with two chunks in the wrong order', async () => {
    const id = await put()
    const bytes = await stored(id)
    const start = bytes.indexOf('\n', bytes.indexOf('\n---') + 1) + 17
    const [first, second] = [start, start + KIB_64 + 16]
    const third = second + KIB_64 + 16
    const slices = [
      [0, start],
      [second, third],
      [first, second],
      [third, bytes.length],
    ]
    await replace(id, Buffer.concat(slices.map(([from, to]) => bytes.subarray(from, to))))
    await expectUnreadable(id)
  })

  test('refuses a file whose bytes are missing', async () => {
    const id = await put()
    await backend().interrupt(store().mongo.connection, id)
    await expectUnreadable(id)
  })

  test.each([
    ['mediaType', 'text/html'],
    ['size', 5],
    ['sha256', '0'.repeat(64)],
  ])('refuses a file whose %s was changed in its row', async (field, value) => {
    const id = await put()
    await rows().collection.updateOne({ _id: id as never }, { $set: { [field]: value } })
    await expectUnreadable(id)
  })

  test('a file whose owner was changed in its row cannot be read by either owner', async () => {
    const id = await put()
    const owner = 'workspace-2'
    await rows().collection.updateOne({ _id: id as never }, { $set: { owner } })
    await expectUnreadable(id, owner)
    await expect(store().read(id, OWNER)).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' })
  })

  test('refuses a row that has the key and the bytes of another file', async () => {
    const [id, other] = [await put(), await put()]
    const { wrappedKey } = (await rows().findById(other).lean()) ?? {}
    await rows().updateOne({ _id: id }, { $set: { wrappedKey } })
    await replace(id, await stored(other))
    await expectUnreadable(id)
  })
}
