import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from '@jest/globals'
import { LANGUAGES, languageTag, readTexts, textsFor } from './texts-for.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

test('returns the texts of the given language', () => {
  expect(textsFor('en').t('Hello')).toBe('Hello')
  expect(textsFor('pseudo').t('Hello')).toBe('Ĥéļļö')
})

test('falls back to English, with its language tag, for a language that this release lacks', () => {
  expect(LANGUAGES).toEqual(['en', 'pseudo'])
  expect(textsFor('pl').t('Hello')).toBe('Hello')
  expect(['pl', 'pseudo', 'en'].map(languageTag)).toEqual(['en', 'en', 'en'])
})

test('reads a language from each file of a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-texts-'))
  folders.push(folder)
  const forms = {
    one: '{count} dzień',
    few: '{count} dni',
    many: '{count} dni',
    other: '{count} dnia',
  }
  writeFileSync(
    join(folder, 'pl.json'),
    JSON.stringify({ Hello: 'Dzień dobry', '{count} days': forms }),
  )
  writeFileSync(join(folder, 'pt-BR.json'), JSON.stringify({ Hello: 'Olá' }))
  const texts = new Map(readTexts(pathToFileURL(`${folder}/`)))
  expect([...texts.keys()].sort()).toEqual(['pl', 'pt-BR'])
  expect(texts.get('pt-BR')?.t('Hello')).toBe('Olá')
  expect(texts.get('pl')?.plural(2, { one: '{count} day', other: '{count} days' })).toBe('2 dni')
  expect(texts.get('pl')?.t('Goodbye')).toBe('Goodbye')
})

test('reads no languages if the folder does not exist', () => {
  expect(readTexts(pathToFileURL('/nowhere/texts/'))).toEqual([])
})
