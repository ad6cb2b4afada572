/** A link that changes between being read and being spent. */
import { createLog } from '@inkproof/service-kit/log'
import { openMongo } from '@inkproof/service-kit/mongo'
import { testDatabase } from '@inkproof/service-kit/testing/fixture'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type TokenModel, tokenModel } from './tokens.model.ts'
import { createTokens, type Tokens } from './tokens.ts'

const KEY = Buffer.alloc(32, 7)

const mongo = openMongo(testDatabase('auth-tokens'), createLog('test', 'silent'))
beforeAll(() => mongo.prepare())
afterAll(() => mongo.close())

/** Links in the real collection; `between` runs just before a row is written. */
function setup(between: (tokens: Tokens) => Promise<unknown>) {
  const model = tokenModel(mongo.connection)
  const deps = { key: KEY, now: () => new Date(), enqueue: () => undefined }
  const others = createTokens({ ...deps, model })
  const late = new Proxy(model, {
    get(target, name, receiver) {
      if (name !== 'updateOne') return Reflect.get(target, name, receiver)
      return async (...parameters: Parameters<TokenModel['updateOne']>) => {
        await between(others)
        return target.updateOne(...parameters)
      }
    },
  })
  return { others, tokens: createTokens({ ...deps, model: late }) }
}

async function linkOf(tokens: Tokens) {
  const ownerId = crypto.randomUUID()
  const row = await tokens.make({
    kind: 'invitation',
    ownerId,
    ttlMs: 60_000,
    mailTo: 'ada@example.com',
  })
  return { ownerId, secret: tokens.secretOf(row) }
}

test.each<[string, string, (tokens: Tokens, link: Awaited<ReturnType<typeof linkOf>>) => unknown]>([
  ['withdrawn', 'LINK_EXPIRED', (tokens, { ownerId }) => tokens.withdraw('invitation', ownerId)],
  ['used', 'LINK_USED', (tokens, { secret }) => tokens.spend('invitation', secret)],
])('a link that is %s in that moment is refused as %s', async (_what, code, happens) => {
  const { others, tokens } = setup(async () => happens(others, link))
  const link = await linkOf(others)
  await expect(tokens.spend('invitation', link.secret)).rejects.toMatchObject({ code })
})
