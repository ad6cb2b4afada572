import { declareInputs } from '@inkproof/service-kit/feature'
import type { Library } from './pages/library.ts'

/**
 * The inputs of svc-content's features. `origin` is the installation's public origin, without a trailing slash;
 * `securityContacts` are URIs.
 */
export const inputs = declareInputs<{
  library: Library
  origin: string
  securityContacts: readonly string[]
}>()('inputs')
