import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Disclosure } from '@inkproof/ui/disclosure'
import { DropZone } from '@inkproof/ui/drop-zone'
import { Spinner } from '@inkproof/ui/spinner'
import { cx } from 'class-variance-authority'
import { useId } from 'react'
import { type Ink, type MarkKind, withInk } from './mark.ts'
import { MarkPreview } from './mark-preview.tsx'
import { PAPER } from './paper.ts'
import { PICTURE_TYPES, type PictureProblem } from './read-picture.ts'
import { markOf, type Tracing } from './use-tracing.ts'

type UploadTabProps = { kind: MarkKind; tracing: Tracing; ink: Ink }

/** Traces a photo or a scan of a signature or a stamp. The picture itself does not leave the browser. */
export function UploadTab({ kind, tracing, ink }: UploadTabProps) {
  const isStamp = kind === 'stamp'
  const texts = isStamp ? STAMP : SIGNATURE
  const { state, readFile, reset } = tracing
  if (state.status === 'reading') {
    return (
      <div className="grid h-52 place-items-center">
        <Spinner label={t('Reading the picture')} />
      </div>
    )
  }
  if (state.status === 'empty' || state.status === 'refused') {
    return (
      <DropZone
        size="sm"
        multiple={false}
        accept={PICTURE_TYPES.join()}
        title={texts.title}
        touchTitle={texts.touchTitle}
        hint={texts.hint}
        error={
          state.status === 'refused' &&
          (state.problem === 'no-ink' ? texts.noInk : PROBLEMS[state.problem])
        }
        onFiles={([file]) => file && readFile(file)}
      />
    )
  }
  const mark = markOf(tracing)
  return (
    <div>
      <div className={cx(PAPER, 'grid h-52 place-items-center p-6')}>
        {mark ? (
          <MarkPreview
            mark={isStamp ? mark : withInk(mark, ink)}
            label={texts.traced}
            className="size-full"
          />
        ) : (
          <p role="alert" className="text-black/60 text-sm">
            {state.mark === 'too-detailed'
              ? t('There are too many small shapes at this setting. Move the slider back.')
              : t('No ink is visible at this setting. Move the slider back.')}
          </p>
        )}
      </div>
      <Disclosure
        className="mt-2"
        summary={<span className="text-ink-muted text-sm">{t('Advanced')}</span>}
      >
        <Threshold value={state.threshold} onChange={tracing.setThreshold} />
      </Disclosure>
      <Button size="sm" onClick={reset}>
        {t('Choose another picture')}
      </Button>
    </div>
  )
}

const SIGNATURE = {
  title: t('Drop or choose a picture of your signature'),
  touchTitle: t('Choose a picture of your signature'),
  hint: t('PNG, JPEG or WebP up to 10 MB. Sign on white paper with a dark pen.'),
  traced: t('Traced signature'),
  noInk: t('The picture shows no signature. Sign on white paper with a dark pen.'),
}
const STAMP = {
  title: t('Drop or choose a picture of your stamp'),
  touchTitle: t('Choose a picture of your stamp'),
  hint: t('PNG, JPEG or WebP up to 10 MB, on a white or transparent background.'),
  traced: t('Traced stamp'),
  noInk: t('The picture shows no stamp on a lighter background. Choose another one.'),
}

const PROBLEMS: Record<PictureProblem | 'too-detailed', string> = {
  'too-detailed': t('The picture has too many small shapes. Choose a clearer or a smaller one.'),
  'too-large': t('The picture is larger than 10 MB. Choose a smaller one.'),
  'wrong-type': t('The file is not a PNG, JPEG or WebP picture.'),
  unreadable: t('The picture could not be read. Choose another one.'),
}

type ThresholdProps = { value: number; onChange: (value: number) => void }

function Threshold({ value, onChange }: ThresholdProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="font-medium text-ink text-sm">
        {t('Ink threshold')}
      </label>
      <input
        id={id}
        type="range"
        min={4}
        max={200}
        value={value}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        className="mt-2 block h-6 w-full cursor-pointer accent-accent"
      />
    </div>
  )
}
