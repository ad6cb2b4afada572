import { expect, test } from '@jest/globals'
import { makeTexts } from './make-texts.ts'
import { describeDevice, describePlace } from './origin.ts'
import { pseudo } from './pseudo.ts'

const ENGLISH = makeTexts((message) => message)
const PSEUDO = makeTexts(pseudo)

test.each([
  ['unknown', 'Unknown device', 'Ûñķñöŵñ đéṽîçé'],
  ['Unknown device', 'Unknown device', 'Ûñķñöŵñ đéṽîçé'],
  ['Firefox on Linux', 'Firefox on Linux', 'Firefox öñ Linux'],
  ['Firefox', 'Firefox', 'Firefox'],
  ['', '', ''],
])('words the device %j as %j', (device, english, accented) => {
  expect(describeDevice(ENGLISH, device)).toBe(english)
  expect(describeDevice(PSEUDO, device)).toBe(accented)
})

test.each([
  ['local', 'Local network', 'Ļöçàļ ñéţŵöŕķ'],
  ['Local network', 'Local network', 'Ļöçàļ ñéţŵöŕķ'],
  ['unknown', 'Unknown location', 'Ûñķñöŵñ ļöçàţîöñ'],
  ['Unknown place', 'Unknown location', 'Ûñķñöŵñ ļöçàţîöñ'],
  ['DE', 'Germany', 'Germany'],
  ['Germany', 'Germany', 'Germany'],
  ['', '', ''],
])('words the place %j as %j', (place, english, accented) => {
  expect(describePlace(ENGLISH, place)).toBe(english)
  expect(describePlace(PSEUDO, place)).toBe(accented)
})
