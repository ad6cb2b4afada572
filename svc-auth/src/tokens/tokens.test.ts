/** Tests a link that another call changes between the two steps of consuming it, reading and updating. */
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

/** Creates tokens in the real collection; `beforeUpdate` runs just before a row is updated. */
function setup(beforeUpdate: (tokens: Tokens) => Promise<unknown>) {
  const model = tokenModel(mongo.connection)
  const deps = { key: KEY, now: () => new Date(), enqueue: () => undefined }
  const otherTokens = createTokens({ ...deps, model })
  const delayedModel = new Proxy(model, {
    get(target, name, receiver) {
      if (name !== 'updateOne') return Reflect.get(target, name, receiver)
      return async (...parameters: Parameters<TokenModel['updateOne']>) => {
        await beforeUpdate(otherTokens)
        return target.updateOne(...parameters)
      }
    },
  })
  return { otherTokens, tokens: createTokens({ ...deps, model: delayedModel }) }
}

async function createLink(tokens: Tokens) {
  const ownerId = crypto.randomUUID()
  const row = await tokens.create({
    kind: 'invitation',
    ownerId,
    ttlMs: 60_000,
    mailTo: 'ada@example.com',
  })
  return { ownerId, secret: tokens.secretOf(row) }
}

test.each<
  [string, string, (tokens: Tokens, link: Awaited<ReturnType<typeof createLink>>) => unknown]
>([
  ['withdrawn', 'LINK_EXPIRED', (tokens, { ownerId }) => tokens.withdraw('invitation', ownerId)],
  ['used', 'LINK_USED', (tokens, { secret }) => tokens.consume('invitation', secret)],
])('a link that is %s just before it is used is refused as %s', async (_what, code, interfere) => {
  const { otherTokens, tokens } = setup(async () => interfere(otherTokens, link))
  const link = await createLink(otherTokens)
  await expect(tokens.consume('invitation', link.secret)).rejects.toMatchObject({ code })
})
