import { randomBytes, verify, type X509Certificate } from 'node:crypto'
import type { DigitalId } from '../digital-id.ts'
import { UnusableId } from '../errors.ts'

/**
 * Returns the certificate of a key: the one that verifies a signature of random bytes.
 *
 * @throws UnusableId `wrong-key`
 */
export async function findOwn(
  sign: DigitalId['sign'],
  certificates: readonly X509Certificate[],
): Promise<X509Certificate> {
  const data = randomBytes(32)
  const signature = await sign(data)
  const own = certificates.find(({ publicKey: key }) =>
    verify('sha256', data, { key, dsaEncoding: 'der' }, signature),
  )
  if (!own) throw new UnusableId('wrong-key')
  return own
}
