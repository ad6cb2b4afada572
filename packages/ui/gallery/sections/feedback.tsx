import { FileStack } from 'lucide-react'
import { Alert } from '../../src/alert.tsx'
import { Avatar } from '../../src/avatar.tsx'
import { Button } from '../../src/button.tsx'
import { Card } from '../../src/card.tsx'
import { EmptyState } from '../../src/empty-state.tsx'
import { ErrorState } from '../../src/error-state.tsx'
import { Section } from '../../src/page.tsx'
import { Skeleton, SkeletonText } from '../../src/skeleton.tsx'
import { Spinner } from '../../src/spinner.tsx'
import { noop, Specimen } from '../specimen.tsx'

/** Messages, empty states and error states. */
export function FeedbackSection() {
  return (
    <Section title="Feedback" ruled>
      <Specimen name="alert" stack>
        <div className="space-y-3">
          <Alert>The CAPTCHA is temporarily disabled for testing.</Alert>
          <Alert tone="success" title="Check Your Email">
            We’ve sent a password reset link to your email address if an account exists.
          </Alert>
          <Alert tone="warning" actions={<Button size="sm">Create a practice wallet</Button>}>
            MetaMask or other Web3 wallet not found. Please install a Web3 wallet.
          </Alert>
          <Alert tone="danger">Passwords do not match</Alert>
        </div>
      </Specimen>
      <Specimen name="empty-state" stack>
        <Card padding="none">
          <EmptyState
            icon={<FileStack strokeWidth={1.5} />}
            title="No documents yet"
            action={<Button variant="primary">Certify a document</Button>}
          >
            Documents that you certify or sign are listed here.
          </EmptyState>
        </Card>
      </Specimen>
      <Specimen name="error-state" stack>
        <ErrorState onRetry={noop}>
          Your documents could not be loaded. The rest of the page still works.
        </ErrorState>
        <ErrorState title="Something went wrong" onRetry={noop} busy>
          An unexpected error occurred.
        </ErrorState>
      </Specimen>
      <Specimen name="skeleton, spinner">
        <Card className="w-full max-w-sm">
          <div className="mb-4 flex items-center gap-3">
            <Skeleton className="size-9" round />
            <Skeleton className="h-4 w-40" />
          </div>
          <SkeletonText lines={3} />
        </Card>
        <Spinner />
        <Spinner size={24} label="Loading" />
      </Specimen>
      <Specimen name="avatar">
        <Avatar name="Ada Lovelace" size="sm" />
        <Avatar name="Ada Lovelace" />
        <Avatar name="User" size="lg" />
      </Specimen>
    </Section>
  )
}
