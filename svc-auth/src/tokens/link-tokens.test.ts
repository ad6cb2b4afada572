import { createLog } from '@inkproof/service-kit/log'
import { openMongo } from '@inkproof/service-kit/mongo'
import { testDatabase } from '@inkproof/service-kit/testing/fixture'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createLinkTokens } from './link-tokens.ts'
import { tokenModel } from './tokens.model.ts'
import { createTokens } from './tokens.ts'

const mongo = openMongo(testDatabase('auth-link-tokens'), createLog('test', 'silent'))
beforeAll(() => mongo.prepare())
afterAll(() => mongo.close())

test('returns the newest open links if there are more than the limit', async () => {
  const model = tokenModel(mongo.connection)
  let timeMs = Date.now()
  const now = () => new Date(timeMs++)
  const tokens = createTokens({ key: Buffer.alloc(32, 7), now, enqueue: () => undefined, model })
  const link = { kind: 'invitation', ownerId: 'workspace', ttlMs: 60_000 } as const
  for (const mailTo of ['ada@example.com', 'ben@example.com', 'cleo@example.com']) {
    await tokens.create({ ...link, mailTo })
  }
  const found = await createLinkTokens(model, now).findOpen('workspace', 'invitation', 2)
  expect(found.map(({ mail }) => mail?.to)).toEqual(['cleo@example.com', 'ben@example.com'])
})
