import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { from0x } from '@inkproof/proof/bytes'
import { parseVkey } from '@inkproof/proof/note'
import { parsePolicy } from '@inkproof/proof/policy'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type System, startSystem } from '../testing/system.ts'

let system: System

beforeAll(async () => {
  system = await startSystem({ CONFIRMATIONS: '3', PUBLIC_ORIGIN: 'https://proofs.example' })
})

afterAll(() => system.stop())

test('the published policy names key, chain, contract, operator, confirmations and address', async () => {
  const { log, operator, vkey } = system.installation
  const { records } = parsePolicy(await readFile(join(log.LOG_DIR, 'policy.json'), 'utf8'))
  expect(records).toEqual([
    {
      origin: log.LOG_ORIGIN,
      keys: [{ key: parseVkey(vkey), fromSize: 0n, toSize: null }],
      chain: { chainId: 31_337n, contract: from0x(log.LOG_ANCHOR), operators: [from0x(operator)] },
      confirmations: 3,
      witnesses: null,
      url: 'https://proofs.example/log',
    },
  ])
})
