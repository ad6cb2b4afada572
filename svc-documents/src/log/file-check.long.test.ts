import { readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { tilePath } from '@inkproof/proof/tile'
import { expect, test } from '@jest/globals'
import { until } from '../testing/client.ts'
import { startSystem } from '../testing/system.ts'

test('the log role restores a tile that was truncated while it ran within a minute', async () => {
  const system = await startSystem()
  const { index } = await system.client.certify(await system.installation.signIn())
  const { settled } = await system.waitUntilAnchored(index)
  const path = join(system.installation.log.LOG_DIR, tilePath(0, 0n, settled?.size))
  const original = await readFile(path)
  await truncate(path, 10)
  const isRestored = (bytes: Buffer) => bytes.equals(original)
  expect(await until(() => readFile(path), isRestored, 60_000)).toEqual(original)
  await system.stop()
})
