import type { FieldType } from '@inkproof/protocol/envelope-fields'
import { create } from 'zustand'

type EditorUi = {
  /** The type of field that the next click on a page adds. */
  armed: FieldType | null
  /** The ID of the selected field. */
  selected: string | null
  /** The field whose signature or initials are being chosen. */
  signing: string | null
  /** The field whose settings are shown. */
  configured: string | null
  /** The ID of the recipient who gets new fields; null for the first signer. */
  assignee: string | null
  /** The last change, for screen readers. */
  announcement: string
}

const INITIAL: EditorUi = {
  armed: null,
  selected: null,
  signing: null,
  configured: null,
  assignee: null,
  announcement: '',
}

/** What the editor shows at the moment; not stored. */
export const useEditorUi = create<EditorUi>()(() => INITIAL)

export function resetEditorUi(): void {
  useEditorUi.setState(INITIAL, true)
}

export function arm(armed: FieldType | null): void {
  useEditorUi.setState({ armed })
}

export function select(selected: string | null): void {
  useEditorUi.setState({ selected })
}

/** Opens the dialog for the signature or initials of a field. */
export function startSigning(signing: string | null): void {
  useEditorUi.setState({ signing })
}

/** Opens the settings of a field; null closes them. */
export function configure(configured: string | null): void {
  useEditorUi.setState({ configured })
}

/** Chooses who gets new fields. */
export function assignTo(assignee: string | null): void {
  useEditorUi.setState({ assignee })
}

export function announce(announcement: string): void {
  useEditorUi.setState({ announcement })
}
