import { declareInputs } from '@inkproof/service-kit/feature'
import type { Library } from './pages/library.ts'

/** What the features of svc-content are supplied with. `origin` is the installation's, without a slash at its end. */
export const inputs = declareInputs<{ library: Library; origin: string }>()('inputs')
