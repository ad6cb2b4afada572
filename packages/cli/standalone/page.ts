/** The verifier as a page opened from disk: the user drops two files and sees the answer. */
import { type Verification, verify } from '@inkproof/proof/verify'
import { formatVerification } from '@inkproof/proof/wording'
import { makeTexts } from '@inkproof/texts/make-texts'
import { computeFingerprint, type DroppedFile, formatFingerprint, recognizeFile } from './files.ts'
import { createCheckbox, createLabel, renderFile, setText, showSteps } from './show.ts'
import { readTrust, type Trust } from './trust.ts'

/** The saved page is in English only: the other languages are loaded from an installation. */
const ENGLISH = makeTexts((message) => message)
const { t } = ENGLISH

type Chosen = { [Kind in DroppedFile['kind']]?: Extract<DroppedFile, { kind: Kind }> }

const input = element<HTMLInputElement>('input')
const drop = element('drop')
const answer = element('answer')
const fields = {
  key: element<HTMLInputElement>('key'),
  block: element<HTMLInputElement>('block'),
  node: element<HTMLInputElement>('node'),
  record: element<HTMLInputElement>('record'),
}
const online = element<HTMLInputElement>('online')
const existence = element<HTMLInputElement>('existence')

/**
 * A policy may have been sent together with the proof, so it is used only while the user has selected this checkbox.
 */
const trustCheckbox = createCheckbox(() => void verifyChosen())

/** The progress of reading the document, then its fingerprint. */
const fingerprintLine = document.createElement('small')

let chosen: Chosen = {}
let fingerprinted: { file: File; bytes: Uint8Array } | null = null
let latestRun = 0

input.addEventListener('change', () => void handleDrop([...(input.files ?? [])]))
// A block hash is checked while it is typed. The other fields can cause requests, so they have to be complete.
fields.block.addEventListener('input', () => void verifyChosen())
for (const field of [fields.key, fields.node, fields.record, existence]) {
  field.addEventListener('change', () => void verifyChosen())
}
online.addEventListener('change', () => {
  element('addresses').hidden = !online.checked
  void verifyChosen()
})
drop.addEventListener('dragover', (event) => {
  event.preventDefault()
  drop.classList.add('over')
})
drop.addEventListener('dragleave', () => drop.classList.remove('over'))
drop.addEventListener('drop', (event) => {
  event.preventDefault()
  drop.classList.remove('over')
  void handleDrop([...(event.dataTransfer?.files ?? [])])
})

async function handleDrop(files: File[]): Promise<void> {
  for (const dropped of await Promise.all(files.map(recognizeFile))) {
    chosen = { ...chosen, [dropped.kind]: dropped }
    if (dropped.kind === 'policy') trustCheckbox.checked = false
  }
  input.value = ''
  renderFiles()
  if (await verifyChosen()) answer.focus()
}

/**
 * Verifies the chosen files and returns whether there is an answer. The result of an older run is discarded, because
 * it may be for other files.
 */
async function verifyChosen(): Promise<boolean> {
  latestRun += 1
  const thisRun = latestRun
  answer.hidden = true
  fingerprintLine.textContent = ''
  setText('next', missingFilesHint())
  const { document: file, proof } = chosen
  const bytes = file ? await fingerprint(file.file, thisRun) : null
  if (thisRun !== latestRun) return false
  if (file) {
    fingerprintLine.textContent =
      bytes === null ? t('This file cannot be read.') : formatFingerprint(bytes)
  }
  if ((file && bytes === null) || !proof) return false
  const trust = await readTrustFields()
  if (thisRun !== latestRun || trust === null) return false
  const verification = await verify({ fingerprint: bytes, proofFile: proof.text, ...trust })
  if (thisRun !== latestRun) return false
  renderAnswer(verification)
  return true
}

/** Returns the fingerprint of a file, computed only once for the same file; null if the file cannot be read. */
async function fingerprint(file: File, run: number): Promise<Uint8Array | null> {
  if (fingerprinted?.file === file) return fingerprinted.bytes
  const onProgress = (fraction: number) => {
    if (run !== latestRun) return
    fingerprintLine.textContent = t('Reading… {percent}%', { percent: Math.floor(fraction * 100) })
  }
  try {
    fingerprinted = { file, bytes: await computeFingerprint(file, onProgress) }
    return fingerprinted.bytes
  } catch {
    return null
  }
}

/** Reads the trust settings from the page. If one is invalid, shows the error and returns null. */
async function readTrustFields(): Promise<Trust | null> {
  try {
    setText('wrong', '')
    return await readTrust({
      policy: trustCheckbox.checked ? (chosen.policy?.policy ?? null) : null,
      key: fields.key.value.trim(),
      block: fields.block.value.trim(),
      isOnline: online.checked,
      node: fields.node.value.trim(),
      record: fields.record.value.trim(),
      existenceOnly: existence.checked,
    })
  } catch (error) {
    setText('wrong', error instanceof Error ? error.message : String(error))
    return null
  }
}

/** Rendered only after a drop: rendering again during a click would lose the click on the checkbox. */
function renderFiles(): void {
  const { document: file, proof, policy } = chosen
  element('chosen').replaceChildren(
    ...(file ? [renderFile(t('Document'), file.file.name, [fingerprintLine])] : []),
    ...(proof ? [renderFile(t('Proof file'), proof.file.name)] : []),
    ...(policy ? [policyLine(policy)] : []),
  )
}

function policyLine({ file, policy }: NonNullable<Chosen['policy']>): HTMLElement {
  const names = policy.records.map(({ origin }) => origin).join(', ')
  return renderFile(t('Policy'), file.name, [
    createLabel(trustCheckbox, t('I trust {names}', { names })),
  ])
}

function renderAnswer(verification: Verification): void {
  const { verdict, notice, steps } = formatVerification(verification, ENGLISH, { zone: 'local' })
  setText('headline', verdict.headline)
  setText('context', verdict.context)
  setText('note', [verdict.note, nextInputHint(verification)].filter((text) => text).join(' '))
  setText('notice', notice ?? '')
  showSteps(element('steps'), steps)
  answer.dataset['tone'] = verdict.tone
  setText('next', missingFilesHint())
  answer.hidden = false
}

/** Returns the hint that names the missing files; empty if none is missing. */
function missingFilesHint(): string {
  const { document: file, proof, policy } = chosen
  if (file && proof) return ''
  if (file) return t('Next, drop the proof file for this document. Its name ends in .tlog-proof.')
  if (proof) return t('Next, drop the document this proof file is for.')
  return policy ? t('Next, drop the document and its proof file.') : ''
}

/** Returns a hint about the optional input that a complete answer still needs; empty if none. */
function nextInputHint({ verdict: { code } }: Verification): string {
  if (code === 'foreign-record') {
    return chosen.policy && !trustCheckbox.checked
      ? t('If you trust that record, select its checkbox above.')
      : t('If you trust that record, drop its policy file as well, or enter its key below.')
  }
  if (code === 'incomplete' && fields.block.value === '' && !online.checked)
    return t('Enter the block hash below, or check online.')
  return code === 'standing-outdated' && !online.checked
    ? t('Check online below for the current state.')
    : ''
}

function element<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T
}
