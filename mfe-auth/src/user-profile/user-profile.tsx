// Imports `Slot` by its original name `Place`, so that this slice also runs in an older shell.

import { openAuth, Place as Slot, useSession } from '@inkproof/slice'
import { offlineMessage } from '@inkproof/slice-parts/offline-message'
import { loadedOf } from '@inkproof/slice-parts/personal-query'
import { useSignInFirst } from '@inkproof/slice-parts/use-sign-in-first'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { EmptyState } from '@inkproof/ui/empty-state'
import { ErrorState } from '@inkproof/ui/error-state'
import { focusPage } from '@inkproof/ui/focus-page'
import { Page, PageHeader } from '@inkproof/ui/page'
import { Skeleton } from '@inkproof/ui/skeleton'
import { Settings } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { PartProps } from '../account/part-props.ts'
import { useAccount } from '../account/use-account.ts'
import type { LinkCardProps } from '../links/mailed-link-card.tsx'
import { type MailedLink, useMailedLink } from '../links/use-mailed-link.ts'
import { type Part, PartBoundary } from './lazy-part.tsx'
import { LINK_CARDS, readLink } from './links.ts'
import { SectionList } from './section-list.tsx'
import type { ProfileSection } from './sections.ts'

const ReauthenticationDialog = lazy(() =>
  import('../factors/reauthentication-dialog.tsx').then(({ ReauthenticationDialog }) => ({
    default: ReauthenticationDialog,
  })),
)

export type UserProfileProps = { notices: readonly Part[]; sections: readonly ProfileSection[] }

/** The account settings. A mailed link that opened the page is shown above them, whether or not a user is signed in. */
export function UserProfile(props: UserProfileProps) {
  const [link, dismiss] = useMailedLink(readLink)
  const [rejectedSecret, setRejectedSecret] = useState<string | null>(null)
  useScrollToTopOnChange(link?.secret)
  const isUsable = link !== null && link.secret !== rejectedSecret
  // The link's card asks for what its notice would ask for.
  const notices = isUsable ? props.notices.filter(({ id }) => id !== link.name) : props.notices
  return (
    <Page width="full">
      <PageHeader
        title={t('User profile')}
        lead={t('Your profile, sign-in methods and security settings.')}
      />
      {link ? (
        <LinkCard
          key={link.secret}
          link={link}
          onDone={dismiss}
          onRejected={() => setRejectedSecret(link.secret)}
        />
      ) : (
        <SignInFirst />
      )}
      <SignedInSettings {...props} notices={notices} />
    </Page>
  )
}

/** Opening or dismissing a link above the settings is treated like navigating to another page. */
function useScrollToTopOnChange(secret: string | undefined): void {
  const previous = useRef(secret)
  useEffect(() => {
    if (previous.current === secret) return
    previous.current = secret
    document.documentElement.scrollTop = 0
    focusPage()
  }, [secret])
}

type LinkCardFrameProps = Omit<LinkCardProps, 'secret'> & { link: MailedLink }

function LinkCard({ link, ...handlers }: LinkCardFrameProps) {
  const Card = LINK_CARDS[link.name]
  if (Card === undefined) return null
  return (
    <section aria-label={t('Link from your e-mail')} className="mb-12 max-w-lg">
      <PartBoundary fallback={<Skeleton className="h-56 w-full" />}>
        <Card secret={link.secret} {...handlers} />
      </PartBoundary>
    </section>
  )
}

/** Asks a visitor to sign in. Not rendered with a mailed link, which the dialog would cover. */
function SignInFirst() {
  useSignInFirst()
  return null
}

function SignedInSettings(props: UserProfileProps) {
  const { status, user } = useSession()
  if (status === 'loading') return <LoadingSkeleton />
  if (status === 'signed-out') return <SignedOut />
  return <AccountSettings key={user.id} {...props} />
}

function SignedOut() {
  return (
    <EmptyState
      icon={<Settings />}
      title={t('Sign in to see your settings')}
      action={
        <Button variant="primary" onClick={() => void openAuth()}>
          {t('Sign in')}
        </Button>
      }
    >
      {t('Manage your name, e-mail address, sign-in methods, sessions and workspaces.')}
    </EmptyState>
  )
}

function AccountSettings(props: UserProfileProps) {
  const query = useAccount({ refetchOnMount: 'always' })
  const account = loadedOf(query)
  if (account.status === 'failed')
    return <LoadError error={query.error} onRetry={() => void query.refetch()} />
  if (account.status === 'loading') return <LoadingSkeleton />
  return <Sections account={account.data} {...props} />
}

function Sections({ notices, sections, account }: UserProfileProps & PartProps) {
  // The section was not rendered yet when the browser tried to scroll to the fragment.
  useEffect(() => {
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <Layout list={<SectionList sections={sections} />}>
      {notices.map(({ id, Content }) => (
        <PartBoundary key={id} fallback={null}>
          <Content account={account} />
        </PartBoundary>
      ))}
      {sections.map((section) => (
        <SettingsSection key={section.id} section={section} account={account} />
      ))}
      <Slot name="profile-section" fallback={null} failed={() => null} />
      <Suspense fallback={null}>
        <ReauthenticationDialog />
      </Suspense>
    </Layout>
  )
}

function SettingsSection({ section, account }: { section: ProfileSection } & PartProps) {
  const { id, title, description, parts } = section
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-4">
      <div className="mb-4 space-y-1">
        <h2 id={`${id}-title`} className="font-medium text-2xl text-ink tracking-tighter">
          {title}
        </h2>
        {description && <p className="text-ink-muted">{description}</p>}
      </div>
      <div className="space-y-4">
        {parts.map(({ id: part, Content }) => (
          <PartBoundary key={part} fallback={<Skeleton className="h-28 w-full" />}>
            <Content account={account} />
          </PartBoundary>
        ))}
      </div>
    </section>
  )
}

function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <ErrorState title={t('Your settings could not be loaded')} onRetry={onRetry}>
      {offlineMessage(error) ??
        t('The account service did not respond. Please try again in a moment.')}
    </ErrorState>
  )
}

function LoadingSkeleton() {
  return (
    <div role="status" aria-label={t('Loading your settings')}>
      <Layout list={<Skeleton className="h-9 w-full" />}>
        {['first', 'second', 'third'].map((card) => (
          <div key={card} className="space-y-4">
            <Skeleton className="h-8 w-44" />
            <Skeleton className="h-36 w-full" />
          </div>
        ))}
      </Layout>
    </div>
  )
}

function Layout({ list, children }: { list: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-10 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-16">
      {list}
      <div className="min-w-0 max-w-xl space-y-14">{children}</div>
    </div>
  )
}
