import { randomBytes, randomUUID } from 'node:crypto'
import { KINDS, makeOpening, NO_PREVIOUS } from '@inkproof/proof/leaf'
import { openingToJson } from '@inkproof/proof/opening'
import { parseProofFile } from '@inkproof/proof/proof-file'
import type { CertifyRequest, OpeningJson } from '@inkproof/protocol/certificates'
import { makeStep } from '@inkproof/signing/step'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { accountModel } from '../../../svc-auth/src/accounts/accounts.model.ts'
import { logoModel } from '../../../svc-auth/src/branding/logos.model.ts'
import { createWorkspacePeople } from '../../../svc-auth/src/testing/workspace-people.ts'
import { workspaceModel } from '../../../svc-auth/src/workspaces/workspaces.model.ts'
import { type OtherServices, startOtherServices } from '../testing/other-services.ts'
import { recordFeature } from './feature.ts'

const UNAVAILABLE = { code: 'UNAVAILABLE' }

let other: OtherServices
beforeAll(async () => {
  other = await startOtherServices({ QUOTA_A_MONTH: '2' })
})
afterAll(() => other.stop())

function setup(clock = { now: new Date() }) {
  const { provides } = recordFeature.create({ services: other.services, now: () => clock.now })
  if (!provides) throw new Error('the feature provides nothing')
  return provides
}

const time = new Date('2026-03-01T12:00:00Z')
const newEnvelope = () => new Uint8Array(randomBytes(32))

const sent = (envelope = newEnvelope()) => makeStep({ type: 'sent', envelope, time, claims: {} })

const voided = (firstIndex: number, reason = '') =>
  makeStep({
    type: 'voided',
    envelope: newEnvelope(),
    after: { sequence: 0, leaf: 'ab'.repeat(32) },
    time,
    claims: { reason },
    firstIndex: BigInt(firstIndex),
  })

function certifyRequest(): CertifyRequest {
  const fingerprint = newEnvelope()
  const opening = makeOpening({ kind: KINDS.certified, fingerprint, claims: [] })
  return {
    id: randomBytes(16).toString('base64url'),
    opening: openingToJson(opening) as OpeningJson,
    fileName: 'contract.pdf',
    fileSize: 1_024,
    findable: true,
    showIssuer: false,
  }
}

test('requests beyond the monthly quota of their workspace are refused until the next month', async () => {
  const { accounts } = setup()
  const workspace = randomUUID()
  await accounts.consumeQuota(workspace, 'first')
  await accounts.consumeQuota(workspace, 'second')
  await expect(accounts.consumeQuota(workspace, 'third')).rejects.toMatchObject({
    code: 'MONTHLY_QUOTA_USED',
    details: { limit: 2, used: 2, retryAfterSeconds: expect.any(Number) },
  })
  await accounts.consumeQuota(workspace, 'second')
  await accounts.consumeQuota(randomUUID(), 'third')
})

test('more steps than fit into one call get their indexes in order, and the same ones again', async () => {
  const { record } = setup()
  const steps = Array.from({ length: 150 }, () => sent())
  const indexes = await record.append(steps)
  expect(indexes).toHaveLength(150)
  expect(indexes).toEqual([...indexes].sort((a, b) => a - b))
  expect(await record.append(steps)).toEqual(indexes)
})

test('steps that are too long for one call are recorded', async () => {
  const { record } = setup()
  const [first] = await record.append([sent()])
  const steps = Array.from({ length: 30 }, () => voided(first as number, 'ä'.repeat(10_000)))
  expect(new Set(await record.append(steps)).size).toBe(30)
})

test('without steps, nothing is called', async () => {
  expect(await setup().record.append([])).toEqual([])
})

test('a step is proved, and anchored soon after', async () => {
  const { record } = setup()
  const step = sent()
  expect(await record.prove(step)).toEqual({ proof: null, isAnchored: false })
  const [index] = await record.append([step])
  await other.documents.waitUntilAnchored(index as number)
  const { proof, isAnchored } = await record.prove(step)
  expect(isAnchored).toBe(true)
  const { opening } = parseProofFile(proof ?? '')
  expect(opening).toEqual({ ...step, previous: NO_PREVIOUS })
})

test('a certificate belongs to the account’s workspace; a repeated call returns the same one', async () => {
  const { record } = setup()
  const owner = { accountId: randomUUID(), workspaceId: randomUUID() }
  const certificate = certifyRequest()
  const certified = await record.certify({ ...owner, certificate })
  expect(certified).toMatchObject({ id: certificate.id, findable: true, revokedBy: null })
  expect(await record.certify({ ...owner, certificate })).toEqual(certified)
  const token = await other.documents.installation.signIn(owner)
  const path = `/certificates/${certificate.id}`
  const shown = await other.documents.client.request('GET', path, undefined, token)
  expect(await shown.json()).toEqual(certified)
})

test('a contact is found only in a workspace of its account', async () => {
  const { accounts } = setup()
  const ada = await createWorkspacePeople(other.auth).newPerson({ firstName: 'Ada' })
  expect(await accounts.contact(ada.accountId, ada.personalId)).toMatchObject({
    email: ada.email,
    firstName: 'Ada',
    workspaceName: 'Ada’s workspace',
  })
  expect(await accounts.contact(ada.accountId, randomUUID())).toBeNull()
})

test('a step that the record refuses is an outage for the caller', async () => {
  const certified = makeOpening({ kind: KINDS.certified, fingerprint: newEnvelope(), claims: [] })
  await expect(setup().record.append([certified])).rejects.toMatchObject(UNAVAILABLE)
})

test('while the other services are down, calls fail; a record that was described before is still known', async () => {
  const clock = { now: new Date() }
  const { record: known, brandings: knownBrandings } = setup(clock)
  const { bytes, logo, shown, team } = await createBranding()
  expect(await knownBrandings.of(team.id)).toEqual(shown)
  expect(await knownBrandings.replyTo(team.id)).toBe(team.owner.email)
  expect(await knownBrandings.logo(`/api/auth/logos/${logo}`)).toEqual(bytes)
  expect(await knownBrandings.logo(`/api/auth/logos/${'x'.repeat(22)}`)).toBeNull()
  const { LOG_ORIGIN, CHAIN_ID } = other.documents.installation.api
  const description = { origin: LOG_ORIGIN, chainId: CHAIN_ID }
  expect(await known.describe()).toEqual(description)
  await other.documents.stopLog()
  await other.documents.api.stop()
  await other.auth.end()
  const { record, accounts, brandings } = setup()
  const owner = { accountId: randomUUID(), workspaceId: randomUUID() }
  const calls = [
    () => record.append([sent()]),
    () => record.prove(sent()),
    () => record.describe(),
    () => record.certify({ ...owner, certificate: certifyRequest() }),
    () => accounts.contact(owner.accountId, owner.workspaceId),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject(UNAVAILABLE)
  expect(await known.describe()).toEqual(description)
  expect(await knownBrandings.replyTo(team.id)).toBe(team.owner.email)
  clock.now = new Date(clock.now.getTime() + 60_000)
  expect(await knownBrandings.of(team.id)).toEqual(shown)
  // The member may have left since.
  expect(await knownBrandings.replyTo(team.id)).toBeNull()
  expect(await brandings.of(owner.workspaceId)).toBeNull()
  expect(await knownBrandings.logo(`/api/auth/logos/${logo}`)).toEqual(bytes)
  expect(await brandings.logo(`/api/auth/logos/${logo}`)).toBeNull()
})

/** A workspace with a logo, a color and an address for replies. */
async function createBranding() {
  const { connection } = other.auth.mongo
  const team = await createWorkspacePeople(other.auth).createTeam()
  const { accountId } = team.owner
  const branding = { ...{ logo: null, privacyUrl: null, termsUrl: null }, color: '#1a2b3c' }
  await accountModel(connection).updateOne({ _id: accountId }, { emailConfirmedAt: new Date() })
  await workspaceModel(connection).updateOne(
    { _id: team.id },
    { branding: { ...branding, replyTo: accountId } },
  )
  const logo = randomBytes(16).toString('base64url')
  const bytes = randomBytes(60)
  const row = { _id: logo, workspaceId: team.id, bytes, createdAt: new Date() }
  await logoModel(connection).create(row)
  return { bytes, logo, shown: { ...branding, workspaceName: 'Analytical Engines' }, team }
}
