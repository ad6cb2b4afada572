import { useEffect } from 'react'
import { create } from 'zustand'
import { fetchOptions } from './provider.api.ts'

/** Undefined until the service has said it. */
const useName = create<{ name: string | null | undefined }>()(() => ({ name: undefined }))

/** What people call the outside provider; null where none is configured, and until that is known. */
export function useProviderName(): string | null {
  const { name } = useName()
  useEffect(() => {
    if (name === undefined) void learn()
  }, [name])
  return name ?? null
}

/** Without an answer it is asked again by whatever shows the name next. */
async function learn(): Promise<void> {
  const options = await fetchOptions().catch(() => undefined)
  if (options) useName.setState({ name: options.provider?.name ?? null }, true)
}
