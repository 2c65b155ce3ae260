// Generated from runtime.ts by generateRuntime.ts; a test keeps the two equal.

/** Each definition of runtime.ts as JavaScript, by name. */
export const runtimeFunctions: Readonly<Record<string, string>> = {
  missingValue: "const missingValue = Object.assign(new Error('absent'), { name: 'MissingValue', stack: '' });",
  peek: "function peek(from, key) {\nif (from === undefined || key === '__proto__') return undefined;\nif (from === null || typeof from !== 'object' || typeof key !== (Array.isArray(from) ? 'number' : 'string'))\nthrow new TypeError('no such field');\nconst value = (from)[key ];\nreturn typeof value === 'function' ? undefined : value;\n}",
  get: 'function get(from, key) {\nconst value = peek(from, key);\nif (value === undefined) throw missingValue;\nreturn value;\n}',
  bool: "function bool(value) {\nif (typeof value !== 'boolean') throw new TypeError('expected a boolean');\nreturn value;\n}",
  and: 'function and(left, right) {\nlet first;\ntry {\nfirst = bool(left());\n} catch (error) {\nif (right() === false) return false;\nthrow error;\n}\nreturn first && bool(right());\n}',
  or: 'function or(left, right) {\nlet first;\ntry {\nfirst = bool(left());\n} catch (error) {\nif (right() === true) return true;\nthrow error;\n}\nreturn first || bool(right());\n}',
  eq: "function eq(left, right) {\nif (left === null || right === null || typeof left !== 'object' || typeof right !== 'object') return left === right;\nif (Array.isArray(left) !== Array.isArray(right)) return false;\nconst keys = Object.keys(left);\nif (keys.length !== Object.keys(right).length) return false;\nreturn keys.every(\n(key) => Object.hasOwn(right, key) && eq((left)[key], (right)[key]),\n);\n}",
  isIn: "function isIn(value, within) {\nif (Array.isArray(within)) return within.some((item) => eq(value, item));\nif (within === null || typeof within !== 'object') throw new TypeError('in expects a list or a map');\nreturn typeof value === 'string' && peek(within, value) !== undefined;\n}",
  lt: "function lt(left, right) {\nif (typeof left === 'number' && typeof right === 'number') return left < right;\nif (typeof left !== 'string' || typeof right !== 'string') throw new TypeError('cannot compare ' + typeof left + ' and ' + typeof right);\nlet at = 0;\nwhile (at < left.length && left[at] === right[at]) at++;\nconst rank = (text) => text.codePointAt(at) ?? -1;\nreturn rank(left) < rank(right);\n}",
  le: 'function le(left, right) {\nreturn lt(left, right) || left === right;\n}',
  num: "function num(value) {\nif (typeof value !== 'number') throw new TypeError('expected a number');\nreturn value;\n}",
  whole:
    "function whole(value) {\nif (!Number.isSafeInteger(value)) throw new RangeError('expected a whole number up to 2^53');\nreturn (value) + 0;\n}",
  str: "function str(value) {\nif (typeof value !== 'string') throw new TypeError('expected a string');\nreturn value;\n}",
  list: "function list(value) {\nif (!Array.isArray(value)) throw new TypeError('expected a list');\nreturn value;\n}",
  record:
    "function record(entries) {\nconst made = Object.fromEntries(entries.map(([key, value]) => [str(key), value]));\nif (Object.keys(made).length < entries.length || Object.hasOwn(made, '__proto__')) throw new RangeError('repeated key');\nreturn made;\n}",
  size: "function size(value) {\nif (typeof value === 'string') return Array.from(value).length;\nif (value === null || typeof value !== 'object') throw new TypeError('size expects a string, a list or a map');\nreturn Array.isArray(value) ? value.length : Object.keys(value).length;\n}",
  items:
    "function items(value) {\nif (Array.isArray(value)) return value;\nif (value === null || typeof value !== 'object') throw new TypeError('expected a list or a map');\nreturn Object.keys(value);\n}",
  some: 'function some(value, wanted, test) {\nlet failure;\nfor (const item of items(value)) {\ntry {\nif (bool(test(item)) === wanted) return wanted;\n} catch (error) {\nfailure ??= error;\n}\n}\nif (failure !== undefined) throw failure;\nreturn !wanted;\n}',
  text: "function text(value) {\nif (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return String(value);\nthrow new TypeError('string expects a simple value');\n}",
  toInt:
    "function toInt(value) {\nif (typeof value === 'string' && !/^-?\\d+$/.test(value)) throw new TypeError('not a whole number');\nreturn whole(Math.trunc(typeof value === 'string' ? Number(value) : num(value)));\n}",
  toDouble:
    "function toDouble(value) {\nif (typeof value !== 'string') return num(value);\nconst parsed = /^-?(\\d+\\.?\\d*|\\.\\d+)(e[+-]?\\d+)?$/i.test(value) ? Number(value) : NaN;\nif (!Number.isFinite(parsed)) throw new TypeError('not a number');\nreturn parsed;\n}",
  day: "function day(date) {\nconst milliseconds = Date.parse(str(date) + 'T00:00:00Z');\nif (!/^\\d{4}-\\d\\d-\\d\\d$/.test(str(date)) || new Date(milliseconds).toISOString().slice(0, 10) !== date) {\nthrow new RangeError('not a calendar day');\n}\nreturn milliseconds;\n}",
  age: 'function age(birthDate, today) {\nconst born = new Date(day(birthDate));\nconst now = new Date(day(today));\nconst years = now.getUTCFullYear() - born.getUTCFullYear();\nconst before =\nnow.getUTCMonth() < born.getUTCMonth() || (now.getUTCMonth() === born.getUTCMonth() && now.getUTCDate() < born.getUTCDate());\nreturn before ? years - 1 : years;\n}',
  daysBetween: 'function daysBetween(from, to) {\nreturn Math.round((day(to) - day(from)) / 86400000);\n}',
  addDays: 'function addDays(date, days) {\nreturn new Date(day(date) + whole(days) * 86400000).toISOString().slice(0, 10);\n}',
  lowerAscii: 'function lowerAscii(value) {\nreturn str(value).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());\n}',
  upperAscii: 'function upperAscii(value) {\nreturn str(value).replace(/[a-z]+/g, (letters) => letters.toUpperCase());\n}',
  trim: "function trim(value) {\nreturn /\\P{White_Space}(?:.*\\P{White_Space})?/su.exec(str(value))?.[0] ?? '';\n}",
  indexOf:
    'function indexOf(value, sought) {\nconst at = str(value).indexOf(str(sought));\nreturn at < 0 ? at : size(str(value).slice(0, at));\n}',
  substring:
    "function substring(value, from, to) {\nconst points = Array.from(str(value));\nconst start = whole(from);\nconst end = to === undefined ? points.length : whole(to);\nif (start < 0 || end > points.length || start > end) throw new RangeError('substring out of range');\nreturn points.slice(start, end).join('');\n}",
  split: "function split(value, separator) {\nreturn separator === '' ? Array.from(str(value)) : str(value).split(str(separator));\n}",
  join: 'function join(value, separator) {\nreturn list(value).map(str).join(str(separator));\n}',
  bareName:
    "function bareName(value) {\nconst name = str(value).normalize('NFKD').toLowerCase().replace(/\\p{M}/gu, '');\nif (!/^[\\p{L}\\s.,'’ʼ‘-]*$/u.test(name)) return '';\nconst words = name.replace(/['’ʼ‘]/g, '').split(/[\\s.,-]+/);\nreturn words.map((word) => (word === 'ma' ? 'maria' : /^(jr|sr|ii|iii|iv)$/.test(word) ? '' : word)).join('');\n}",
  sameName:
    "function sameName(value, parts) {\nconst names = list(parts).map(bareName);\nconst first = names[0] ?? '';\nconst last = names.at(-1) ?? '';\nconst middle = names.slice(1, -1).join('');\nconst typed = bareName(value);\nreturn typed !== '' && ['', middle, middle.slice(0, 1)].some((each) => typed === first + each + last || typed === last + first + each);\n}",
};
