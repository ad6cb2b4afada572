import type { FormattedStep } from '@inkproof/proof/wording'

/** Sets the text of an element; never parses markup. */
export function setText(id: string, text: string): void {
  const element = document.getElementById(id)
  if (element !== null) element.textContent = text
}

/** Renders a chosen file: its kind, its name, and further elements below. */
export function renderFile(
  kind: string,
  name: string,
  elementsBelow: readonly HTMLElement[] = [],
): HTMLElement {
  return createElement('li', '', [
    createElement('strong', `${kind}: `),
    createElement('span', name),
    ...elementsBelow,
  ])
}

/** Creates an unchecked checkbox. */
export function createCheckbox(onChange: () => void): HTMLInputElement {
  const checkbox = document.createElement('input')
  checkbox.type = 'checkbox'
  checkbox.addEventListener('change', onChange)
  return checkbox
}

/** Creates a label that contains a checkbox and its text. */
export function createLabel(checkbox: HTMLElement, text: string): HTMLElement {
  return createElement('label', '', [checkbox, createElement('span', text)])
}

/** Renders every check as a line that expands to the compared values. */
export function showSteps(container: HTMLElement, steps: readonly FormattedStep[]): void {
  container.replaceChildren(...steps.map(stepLine))
}

function stepLine({ title, outcome, reason, sentence, values }: FormattedStep): HTMLElement {
  const text = outcome === 'passed' ? title : `${title}: ${sentence}`
  const entries = Object.entries({ ...values, ...(outcome !== 'passed' && { reason }) })
  const details = createElement('details', '', [
    createElement('summary', '', [createElement('b', outcome), createElement('span', text)]),
    createElement(
      'dl',
      '',
      entries.flatMap(([name, value]) => [createElement('dt', name), createElement('dd', value)]),
    ),
  ])
  details.className = outcome === 'not checked' ? 'unchecked' : outcome
  return details
}

function createElement(
  tag: string,
  text: string,
  children: readonly HTMLElement[] = [],
): HTMLElement {
  const element = document.createElement(tag)
  if (text !== '') element.textContent = text
  element.append(...children)
  return element
}
