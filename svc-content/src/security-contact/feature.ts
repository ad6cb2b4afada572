/** `/.well-known/security.txt`, at the address that RFC 9116 fixes; missing unless the operator names a contact. */
import { AppError } from '@inkproof/service-kit/app-error'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { createRouter } from '@inkproof/service-kit/router'
import { inputs } from '../inputs.ts'
import { securityTxt } from './security-txt.ts'

export const securityContactFeature = defineFeature({
  name: 'security-contact',
  needs: from(inputs, 'origin', 'securityContacts'),
  create: ({ origin, securityContacts }) => {
    const router = createRouter()
    router.get('/.well-known/security.txt', (_req, res) => {
      if (securityContacts.length === 0) throw new AppError('NOT_FOUND')
      res
        .set('cache-control', 'public, max-age=3600')
        .type('text/plain')
        .send(securityTxt(origin, securityContacts, new Date()))
    })
    return { routes: [['/', router]] }
  },
})
