import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import type { PartProps } from '../account/part-props.ts'
import { FormError } from '../forms/form-error.tsx'
import { NameFields } from '../forms/name-fields.tsx'
import { useForm } from '../forms/use-form.ts'
import { saveNames } from './profile.api.ts'

/** First and last name; both are optional. */
export function Component({ account: { firstName, lastName } }: PartProps) {
  const { isPending, error, errorId, fieldErrorId, form } = useForm(
    async (field) => {
      await saveNames(
        { firstName, lastName },
        { firstName: field('firstName'), lastName: field('lastName') },
      )
      toast({ title: t('Name saved'), variant: 'success' })
    },
    t('Your name could not be saved. Please try again.'),
    'names',
  )
  return (
    <Card>
      <CardHeader
        title={t('Name')}
        description={t(
          'Suggested as “Certified by” when you certify a document, and visible to members of your workspaces.',
        )}
        level={3}
      />
      <form {...form} className="space-y-5">
        <FormError id={errorId} error={error} />
        <NameFields
          first={firstName}
          last={lastName}
          isPending={isPending}
          fieldErrorId={fieldErrorId}
          className="grid gap-5 sm:grid-cols-2 sm:gap-4"
        />
        <Button type="submit" variant="primary" busy={isPending}>
          {t('Save name')}
        </Button>
      </form>
    </Card>
  )
}
