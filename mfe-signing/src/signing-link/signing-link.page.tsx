import { Page } from '@inkproof/ui/page'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { failureOf } from '../signing/failure.ts'
import { AccessCodeForm } from './access-code-form.tsx'
import { type Link, readLink, storeAccessCode, storedAccessCode } from './link.ts'
import { LoadingRequest } from './loading-request.tsx'
import { BrokenLink, OpenFailure } from './open-failure.tsx'
import { RequestScreen } from './request-screen.tsx'
import { useLinkedRequest } from './use-linked-request.ts'

/** The page that a mailed link opens. It needs no account. */
export function Component() {
  const { token } = useParams()
  const { hash } = useLocation()
  const isInBrowser = useIsInBrowser()
  const link = readLink(token, hash)
  return (
    <Page>
      {link !== null && <LinkPage key={`${token}${hash}`} opened={link} />}
      {link === null && (isInBrowser ? <BrokenLink /> : <LoadingRequest />)}
    </Page>
  )
}

/** False in the first screen, which is rendered without the fragment of the address: whether a link works is not known yet. */
function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}

function LinkPage({ opened: { id, secret } }: { opened: Pick<Link, 'id' | 'secret'> }) {
  const [accessCode, setAccessCode] = useState(() => storedAccessCode(id))
  const link = useMemo(() => ({ id, secret, accessCode }), [id, secret, accessCode])
  const { query, store } = useLinkedRequest(link)
  const { data, error, isFetching } = query
  const reload = () => void query.refetch()
  if (error) {
    const { code } = failureOf(error)
    const needsCode = code === 'ACCESS_CODE_NEEDED' || code === 'ACCESS_CODE_WRONG'
    if (needsCode || code === 'ACCESS_CODE_LOCKED')
      return (
        <AccessCodeForm
          link={link}
          isLocked={!needsCode}
          onOpened={(entered, request) => {
            storeAccessCode(id, entered)
            store({ ...link, accessCode: entered }, request)
            setAccessCode(entered)
          }}
        />
      )
    // A failed poll does not replace what is being read.
    if (data === undefined || code !== null)
      return <OpenFailure error={error} isBusy={isFetching} onRetry={reload} />
  }
  if (data === undefined) return <LoadingRequest />
  return (
    <RequestScreen
      link={link}
      request={data}
      onRequest={(request) => store(link, request)}
      onStale={reload}
    />
  )
}
