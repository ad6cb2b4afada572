import { Page } from '@inkproof/ui/page'
import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { failureOf } from '../signing/failure.ts'
import { AccessCodeForm } from './access-code-form.tsx'
import { Branded } from './branded.tsx'
import { type Link, readLink, storeAccessCode, storedAccessCode } from './link.ts'
import { LoadingRequest } from './loading-request.tsx'
import { BrokenLink, OpenFailure } from './open-failure.tsx'
import { RequestScreen } from './request-screen.tsx'
import { useLinkedRequest } from './use-linked-request.ts'
import { LastScreen, useTopOnChange } from './use-top-on-change.ts'

/** The page that a mailed link opens. It needs no account. */
export function Component() {
  const { token } = useParams()
  const { hash } = useLocation()
  const isInBrowser = useIsInBrowser()
  const link = readLink(token, hash)
  return (
    <Page>
      {link !== null && <OneLink key={`${token}${hash}`} opened={link} />}
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

type OpenedLink = { opened: Pick<Link, 'id' | 'secret'> }

function OneLink({ opened }: OpenedLink) {
  return (
    <LastScreen value={useRef<string | null>(null)}>
      <LinkPage opened={opened} />
    </LastScreen>
  )
}

function LinkPage({ opened: { id, secret } }: OpenedLink) {
  const [accessCode, setAccessCode] = useState(() => storedAccessCode(id))
  const link = useMemo(() => ({ id, secret, accessCode }), [id, secret, accessCode])
  const { query, store } = useLinkedRequest(link)
  const { data, error, isFetching } = query
  const reload = () => void query.refetch()
  const code = error && failureOf(error).code
  const needsCode = code === 'ACCESS_CODE_NEEDED' || code === 'ACCESS_CODE_WRONG'
  const asksForCode = needsCode || code === 'ACCESS_CODE_LOCKED'
  // A failed poll does not replace what is being read.
  const isFailed = error !== null && (data === undefined || code !== null)
  useTopOnChange(asksForCode ? 'access-code' : isFailed ? 'failure' : null)
  if (isFailed) {
    if (asksForCode)
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
    return <OpenFailure error={error} isBusy={isFetching} onRetry={reload} />
  }
  if (data === undefined) return <LoadingRequest />
  return (
    <Branded request={data}>
      <RequestScreen
        link={link}
        request={data}
        onRequest={(request) => store(link, request)}
        onStale={reload}
      />
    </Branded>
  )
}
