import { defineSliceConfig } from '@inkproof/slice-kit/webpack/slice-config'
import { description } from './slice.config.ts'

export default defineSliceConfig(import.meta.dirname, description)
