import type { BrandingRequest, BrandingSettings } from '@inkproof/protocol/branding'
import * as calls from '@inkproof/protocol/calls/branding'
import { call } from '@inkproof/slice-parts/call'
import { queryOf, usePersonalChange } from '@inkproof/slice-parts/personal-query'
import { toBase64 } from '../forms/to-base64.ts'

/** The query for the branding of a workspace. */
export const brandingQuery = (id: string) => queryOf(calls.showBranding, { params: { id } })

/** Changes of one workspace's branding; each then shows what the service returns. */
export function useBrandingChanges(id: string) {
  const change = usePersonalChange<BrandingSettings>((branding, write) =>
    write(brandingQuery(id), branding),
  )
  const params = { id }
  return {
    save: (body: BrandingRequest) => change(() => call(calls.changeBranding, { params, body })),
    setLogo: (file: Blob) =>
      change(async () => call(calls.setLogo, { params, body: { image: await toBase64(file) } })),
    removeLogo: () => change(() => call(calls.removeLogo, { params })),
  }
}
