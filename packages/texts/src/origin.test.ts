import { expect, test } from '@jest/globals'
import { makeTexts } from './make-texts.ts'
import { describeDevice, describeLocation } from './origin.ts'
import { pseudo } from './pseudo.ts'

const ENGLISH = makeTexts((message) => message)
const PSEUDO = makeTexts(pseudo)

test.each([
  ['unknown', 'Unknown device', 'Ûñķñöŵñ đéṽîçé'],
  ['Unknown device', 'Unknown device', 'Ûñķñöŵñ đéṽîçé'],
  ['Firefox on Linux', 'Firefox on Linux', 'Firefox öñ Linux'],
  ['Firefox', 'Firefox', 'Firefox'],
  ['', '', ''],
])('describes the device %j as %j', (device, english, accented) => {
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
])('describes the location %j as %j', (location, english, accented) => {
  expect(describeLocation(ENGLISH, location)).toBe(english)
  expect(describeLocation(PSEUDO, location)).toBe(accented)
})
