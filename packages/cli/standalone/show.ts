import type { Step } from '@inkproof/proof/verdict'

/** Puts text, never markup, into an element. */
export function show(id: string, text: string): void {
  const element = document.getElementById(id)
  if (element !== null) element.textContent = text
}

/** A chosen file: what it is, its name, and a line of detail. */
export function line(
  kind: string,
  name: string,
  detail: string,
  below: readonly HTMLElement[] = [],
): HTMLElement {
  return make('li', '', [
    make('strong', `${kind}: `),
    make('span', name),
    ...(detail === '' ? [] : [make('small', detail)]),
    ...below,
  ])
}

/** A box to tick, not ticked. */
export function tick(onChange: () => void): HTMLInputElement {
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.addEventListener('change', onChange)
  return box
}

/** The box with words that belong to it. */
export function labelled(box: HTMLElement, words: string): HTMLElement {
  return make('label', '', [box, make('span', words)])
}

/** Every check as a line that opens to the values compared. */
export function showSteps(place: HTMLElement, steps: readonly Step[]): void {
  place.replaceChildren(...steps.map(stepLine))
}

function stepLine({ title, outcome, reason, sentence, values }: Step): HTMLElement {
  const words = outcome === 'passed' ? title : `${title}: ${sentence}`
  const entries = Object.entries({ ...values, ...(outcome !== 'passed' && { reason }) })
  const details = make('details', '', [
    make('summary', '', [make('b', outcome), make('span', words)]),
    make(
      'dl',
      '',
      entries.flatMap(([name, value]) => [make('dt', name), make('dd', value)]),
    ),
  ])
  details.className = outcome === 'not checked' ? 'unchecked' : outcome
  return details
}

function make(tag: string, text: string, children: readonly HTMLElement[] = []): HTMLElement {
  const element = document.createElement(tag)
  if (text !== '') element.textContent = text
  element.append(...children)
  return element
}
