import { t } from '@inkproof/texts/text'
import { type ReactNode, useRef, useState } from 'react'
import { ACCEPTED_FILES, type ChosenFile, readChosenFile } from './chosen-file.ts'

/** Opens the file picker of the browser, and checks what was chosen. The input must be rendered after the buttons. */
export function useFileChoice(onChosen: (file: ChosenFile) => void): {
  choose: () => void
  isReading: boolean
  /** Why the last file cannot be attached. */
  problem: string | null
  input: ReactNode
} {
  const element = useRef<HTMLInputElement>(null)
  const [isReading, setIsReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function read(file: File): Promise<void> {
    setIsReading(true)
    setProblem(null)
    try {
      onChosen(await readChosenFile(file))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t('This file could not be read.'))
    } finally {
      setIsReading(false)
    }
  }

  return {
    choose: () => element.current?.click(),
    isReading,
    problem,
    input: (
      <input
        ref={element}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={t('File to attach')}
        accept={ACCEPTED_FILES}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void read(file)
          currentTarget.value = ''
        }}
      />
    ),
  }
}
