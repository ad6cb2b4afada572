import { defineFeature } from '@inkproof/service-kit/feature'
import { createMailSignal } from './mail-signal.ts'

/** Lets a row with a mail be sent at once. */
export const mailFieldFeature = defineFeature({
  name: 'mail-field',
  needs: {},
  create: () => ({ gives: createMailSignal() }),
})
