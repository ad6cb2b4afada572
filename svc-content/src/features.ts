/** The features of svc-content. */
import { type Composition, composeFeatures, supply } from '@inkproof/service-kit/feature'
import { inputs } from './inputs.ts'
import { pagesFeature } from './pages/feature.ts'
import type { Library } from './pages/library.ts'
import { searchFeature } from './search/feature.ts'
import { securityContactFeature } from './security-contact/feature.ts'

type Supplied = { library: Library; origin: string; securityContacts?: readonly string[] }

export function contentFeatures({ securityContacts = [], ...supplied }: Supplied): Composition {
  return composeFeatures([
    supply(inputs, { ...supplied, securityContacts }),
    pagesFeature,
    searchFeature,
    securityContactFeature,
  ])
}
