/** The services that svc-signing calls, complete and with real stores, for tests. */
import { createServiceClient, type ServiceClient } from '@inkproof/service-kit/service-client'
import {
  makeServiceKeys,
  type TestServices,
  testIdentity,
} from '@inkproof/service-kit/testing/service-identity'
import { startAuth, type TestAuth } from '../../../svc-auth/src/testing/start.ts'
import { type System, startSystem } from '../../../svc-documents/src/testing/system.ts'

export type OtherServices = {
  auth: TestAuth
  documents: System
  /** The keys of all three services. */
  keys: TestServices
  /** Calls the other two as svc-signing. */
  services: ServiceClient
  stop(): Promise<void>
}

/** @param authEnv further settings of svc-auth */
export async function startOtherServices(
  authEnv: Record<string, string> = {},
): Promise<OtherServices> {
  const keys = makeServiceKeys('svc-auth', 'svc-signing')
  const env = { SERVICE_KEYS: keys.publicJwks, SERVICE_KEY: keys.keyOf('svc-auth') }
  const [auth, documents] = await Promise.all([
    startAuth({ env: { ...env, ...authEnv } }),
    startSystem(env),
  ])
  const urls = new Map([
    ['svc-auth', auth.origin],
    ['svc-documents', `http://127.0.0.1:${documents.api.port}`],
  ])
  return {
    auth,
    documents,
    keys,
    services: createServiceClient(testIdentity(keys, 'svc-signing'), urls),
    stop: async () => void (await Promise.all([auth.stop(), documents.stop()])),
  }
}
