import { expect, test } from '@jest/globals'
import { Email, findEmailProblem, normalizeEmail } from './email-address.ts'

const A64 = 'a'.repeat(64)
/** A domain of 189 characters, so that the address with 64 before the @ has exactly 254. */
const LONG_DOMAIN = `${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`

const ACCEPTED = [
  'ann@example.com',
  'Ann@Example.COM',
  'a@b.co',
  'ann.lee@example.com',
  'ann+invoices@example.com',
  'ann_lee@example.com',
  '_ann@example.com',
  'ann-lee@example.com',
  "o'neil@example.com",
  '!#$%&*/=?^`{|}~@example.com',
  '1234567890@example.com',
  'ann@mail.sub.example.com',
  'ann@my-company.example',
  'ann@123.com',
  'ann@example.museum',
  'ann@a.b.c.d.e.f.example.com',
  `${A64}@example.com`,
  `${A64}@${LONG_DOMAIN}`,
  // Domains in other scripts, in Unicode and in ASCII.
  'ann@bücher.example',
  'ann@xn--bcher-kva.example',
  'ann@xn--strae-oqa.de',
  'ann@例え.jp',
  'ann@例え。jp',
  'ann@пример.рф',
  'ann@xn--e1afmkfd.xn--p1ai',
  'ann@उदाहरण.भारत',
  'ann@مثال.إختبار',
  'ann@straße.de',
  'ann@ｅｘａｍｐｌｅ.com',
  // Other scripts before the @.
  'josé@example.com',
  'jose\u0301@example.com',
  '用户@例え.jp',
  'почта@пример.рф',
  'अजय@उदाहरण.भारत',
  'δοκιμή@example.gr',
  'น้ำ@example.th',
  'müller.änne@bücher.example',
]

const REJECTED: readonly [string, RegExp][] = [
  ['', /name@example\.com/],
  ['ann', /name@example\.com/],
  ['example.com', /name@example\.com/],
  ['@example.com', /name@example\.com/],
  ['@', /name@example\.com/],
  ['ann@', /expected a domain after @, such/],
  // The domain.
  ['ann@localhost', /with a dot/],
  ['ann@example', /with a dot/],
  ['ann@com', /with a dot/],
  ['ann@пример', /with a dot/],
  ['ann@example.com.', /no dot at the end/],
  ['ann@example.', /no dot at the end/],
  ['ann@例え。', /no dot at the end/],
  ['ann@.example.com', /valid domain/],
  ['ann@example..com', /valid domain/],
  ['ann@-example.com', /valid domain/],
  ['ann@example-.com', /valid domain/],
  ['ann@exam_ple.com', /valid domain/],
  ['ann@example.123', /valid domain/],
  ['ann@0x7f.0x1', /valid domain/],
  ['ann@example.com/path', /valid domain/],
  ['ann@example.com:25', /valid domain/],
  ['ann@%65xample.com', /valid domain/],
  ['ann@i❤.example', /valid domain/],
  [`ann@${'a'.repeat(64)}.com`, /valid domain/],
  // Labels that are not the ASCII form of a label in another script; browsers and Node.js do not agree on all of them.
  ['ann@xn--.example', /valid domain/],
  ['ann@xn--a.example', /valid domain/],
  ['ann@xn--0.example', /valid domain/],
  ['ann@xn--abc-.example', /valid domain/],
  ['ann@xn--a-.example', /valid domain/],
  ['ann@xn--999999999.example', /valid domain/],
  ['ann@xn--ls8h.example', /valid domain/],
  ['ann@xn--bcher.example', /valid domain/],
  ['ann@bücher.xn--example', /valid domain/],
  // The ligature `ﬁ`, and `é` as two characters: the ASCII forms of these labels are `fin` and `xn--a-9fa`.
  ['ann@xn--n-sy8h.example', /valid domain/],
  ['ann@xn--ea-8tb.example', /valid domain/],
  ['ann@127.0.0.1', /not an IP address/],
  ['ann@[127.0.0.1]', /not an IP address/],
  ['ann@[IPv6:::1]', /not an IP address/],
  // The part before the @.
  ['.ann@example.com', /beginning or end/],
  ['ann.@example.com', /beginning or end/],
  ['ann..lee@example.com', /two in a row/],
  ['mailto:ann@example.com', /letters, digits and common signs/],
  ['ann😀@example.com', /letters, digits and common signs/],
  [`a${A64}@example.com`, /at most 64 characters before @/],
  [`${'é'.repeat(33)}@example.com`, /at most 64 characters before @/],
  [`${A64}@b${LONG_DOMAIN.replace('.com', '')}.com`, /valid domain/],
  [`${A64}@a.${LONG_DOMAIN}`, /at most 254/],
  // More than an address.
  ['ann lee@example.com', /no spaces/],
  [' ann@example.com', /no spaces/],
  ['ann@example.com ', /no spaces/],
  ['ann@exam ple.com', /no spaces/],
  ['ann\u00a0@example.com', /no spaces/],
  ['ann\t@example.com', /no invisible/],
  ['ann@example.com\r\nBcc: bob@example.com', /no invisible/],
  ['ann\u200b@example.com', /no invisible/],
  ['ann@exam\u00adple.com', /no invisible/],
  ['\u202eann@example.com', /no invisible/],
  ['ann\u3164@example.com', /no invisible/],
  ['ann\ufeff@example.com', /no invisible/],
  ['Ann<ann@example.com>', /without a name/],
  ['<ann@example.com>', /without a name/],
  ['ann(work)@example.com', /comments/],
  ['ann@example.com(work)', /comments/],
  ['"ann"@example.com', /quotation marks/],
  ['"ann@work"@example.com', /quotation marks/],
  ['ann\\@example.com', /quotation marks and backslashes/],
  ['ann@@example.com', /single address/],
  ['ann@bob@example.com', /single address/],
  ['ann@example.com,bob@example.com', /single address/],
  ['ann@example.com;', /single address/],
]

test.each(ACCEPTED)('%j is accepted', (address) => {
  expect(findEmailProblem(address)).toBeUndefined()
  expect(Email.parse(address)).toBe(address)
})

test.each(REJECTED)('%j is rejected with a reason', (address, reason) => {
  expect(findEmailProblem(address)).toMatch(reason)
  expect(Email.safeParse(address).success).toBe(false)
})

test.each([
  ['Ann@Example.COM', 'ann@example.com'],
  ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
  ['ann@XN--BCHER-KVA.example', 'ann@xn--bcher-kva.example'],
  ['ann@bu\u0308cher.example', 'ann@xn--bcher-kva.example'],
  ['ann@例え。jp', 'ann@xn--r8jz45g.jp'],
  ['ann@ｅｘａｍｐｌｅ.com', 'ann@example.com'],
  ['jose\u0301@example.com', 'jos\u00e9@example.com'],
  ['JOSÉ@example.com', 'josé@example.com'],
  ['ПОЧТА@ПРИМЕР.РФ', 'почта@xn--e1afmkfd.xn--p1ai'],
])('%j names the mailbox %j', (address, mailbox) => {
  expect(normalizeEmail(address)).toBe(mailbox)
})

test.each([
  ['ann@strasse.de', 'ann@straße.de'],
  ['ann+a@example.com', 'ann+b@example.com'],
  ['ann@example.com', 'аnn@example.com'],
])('%j and %j are different mailboxes', (first, second) => {
  expect(normalizeEmail(first)).not.toBe(normalizeEmail(second))
})

test('an address stored by an earlier release is compared in lower case, even if it would now be rejected', () => {
  expect(normalizeEmail('Ann@Exam_ple.com')).toBe('ann@exam_ple.com')
})
