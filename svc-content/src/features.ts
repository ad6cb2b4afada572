/** The features of svc-content. */
import { type Composition, composeFeatures, supply } from '@inkproof/service-kit/feature'
import { inputs } from './inputs.ts'
import { pagesFeature } from './pages/feature.ts'
import type { Library } from './pages/library.ts'
import { searchFeature } from './search/feature.ts'

export function contentFeatures(supplied: { library: Library; origin: string }): Composition {
  return composeFeatures([supply(inputs, supplied), pagesFeature, searchFeature])
}
