// Generated from runtime.ts by generateRuntime.ts; a test holds the two to be equal.

/** Each function of runtime.ts as JavaScript, by name. */
export const runtimeFunctions: Readonly<Record<string, string>> = {
  MissingValue: "class MissingValue extends Error {\nstatic thrown = new MissingValue('absent');\nname = 'MissingValue';\n}",
  peek: "function peek(from, key) {\nif (from === null || typeof from !== 'object' || key === '__proto__') return undefined;\nif (Array.isArray(from) && typeof key !== 'number') return undefined;\nconst value = (from)[key ];\nreturn typeof value === 'function' ? undefined : value;\n}",
  get: 'function get(from, key) {\nconst value = peek(from, key);\nif (value === undefined) throw MissingValue.thrown;\nreturn value;\n}',
  bool: "function bool(value) {\nif (typeof value !== 'boolean') throw new TypeError('expected a boolean');\nreturn value;\n}",
  and: 'function and(left, right) {\nlet first;\ntry {\nfirst = bool(left());\n} catch (error) {\nif (right() === false) return false;\nthrow error;\n}\nreturn first && bool(right());\n}',
  or: 'function or(left, right) {\nlet first;\ntry {\nfirst = bool(left());\n} catch (error) {\nif (right() === true) return true;\nthrow error;\n}\nreturn first || bool(right());\n}',
  eq: "function eq(left, right) {\nif (left === right) return true;\nif (left === null || right === null || typeof left !== 'object' || typeof right !== 'object') return false;\nif (Array.isArray(left) !== Array.isArray(right)) return false;\nconst keys = Object.keys(left);\nif (keys.length !== Object.keys(right).length) return false;\nreturn keys.every(\n(key) => Object.hasOwn(right, key) && eq((left)[key], (right)[key]),\n);\n}",
  isIn: "function isIn(value, within) {\nif (Array.isArray(within)) return within.some((item) => eq(value, item));\nif (within === null || typeof within !== 'object') throw new TypeError('in expects a list or a map');\nreturn peek(within, value) !== undefined;\n}",
  lt: "function lt(left, right) {\nif (typeof left === 'number' && typeof right === 'number') return left < right;\nif (typeof left === 'string' && typeof right === 'string') return left < right;\nthrow new TypeError('cannot compare ' + typeof left + ' and ' + typeof right);\n}",
  le: 'function le(left, right) {\nreturn lt(left, right) || left === right;\n}',
  num: "function num(value) {\nif (typeof value !== 'number') throw new TypeError('expected a number');\nreturn value;\n}",
  str: "function str(value) {\nif (typeof value !== 'string') throw new TypeError('expected a string');\nreturn value;\n}",
  add: "function add(left, right) {\nif (typeof left === 'string' && typeof right === 'string') return left + right;\nif (Array.isArray(left) && Array.isArray(right)) return [...left, ...right];\nreturn num(left) + num(right);\n}",
  divide: "function divide(left, right) {\nif (right === 0) throw new RangeError('division by zero');\nreturn Math.trunc(left / right);\n}",
  modulo: "function modulo(left, right) {\nif (right === 0) throw new RangeError('modulo by zero');\nreturn left % right;\n}",
  size: "function size(value) {\nif (typeof value === 'string') return Array.from(value).length;\nif (value === null || typeof value !== 'object') throw new TypeError('size expects a string, a list or a map');\nreturn Array.isArray(value) ? value.length : Object.keys(value).length;\n}",
  items:
    "function items(value) {\nif (Array.isArray(value)) return value;\nif (value === null || typeof value !== 'object') throw new TypeError('expected a list or a map');\nreturn Object.keys(value);\n}",
  some: 'function some(value, wanted, test) {\nlet failure;\nfor (const item of items(value)) {\ntry {\nif (bool(test(item)) === wanted) return wanted;\n} catch (error) {\nfailure ??= error;\n}\n}\nif (failure !== undefined) throw failure;\nreturn !wanted;\n}',
  text: "function text(value) {\nif (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);\nthrow new TypeError('string expects a simple value');\n}",
  toNumber:
    "function toNumber(value, whole) {\nconst parsed = typeof value === 'string' && value.trim() === value && value !== '' ? Number(value) : value;\nif (typeof parsed !== 'number' || !Number.isFinite(parsed)) throw new TypeError('not a number');\nif (!whole) return parsed;\nif (typeof value === 'string' && !Number.isInteger(parsed)) throw new TypeError('not a whole number');\nreturn Math.trunc(parsed);\n}",
  day: "function day(date) {\nconst milliseconds = Date.parse(str(date) + 'T00:00:00Z');\nif (!/^\\d{4}-\\d\\d-\\d\\d$/.test(str(date)) || new Date(milliseconds).toISOString().slice(0, 10) !== date) {\nthrow new RangeError('not a calendar day');\n}\nreturn milliseconds;\n}",
  age: 'function age(birthDate, today) {\nconst born = new Date(day(birthDate));\nconst now = new Date(day(today));\nconst years = now.getUTCFullYear() - born.getUTCFullYear();\nconst before =\nnow.getUTCMonth() < born.getUTCMonth() || (now.getUTCMonth() === born.getUTCMonth() && now.getUTCDate() < born.getUTCDate());\nreturn before ? years - 1 : years;\n}',
  daysBetween: 'function daysBetween(from, to) {\nreturn Math.round((day(to) - day(from)) / 86400000);\n}',
  addDays: 'function addDays(date, days) {\nreturn new Date(day(date) + num(days) * 86400000).toISOString().slice(0, 10);\n}',
  substring:
    "function substring(value, from, to) {\nconst whole = str(value);\nconst start = num(from);\nconst end = to === undefined ? whole.length : num(to);\nif (start < 0 || end > whole.length || start > end) throw new RangeError('substring out of range');\nreturn whole.substring(start, end);\n}",
  join: 'function join(list, separator) {\nreturn items(list)\n.map((item) => str(item))\n.join(separator);\n}',
  bareName:
    "function bareName(value) {\nconst name = str(value).normalize('NFKD').toLowerCase().replace(/\\p{M}/gu, '');\nif (!/^[\\p{L}\\s.,'’ʼ‘-]*$/u.test(name)) return '';\nconst words = name.replace(/['’ʼ‘]/g, '').split(/[\\s.,-]+/);\nreturn words.map((word) => (word === 'ma' ? 'maria' : /^(jr|sr|ii|iii|iv)$/.test(word) ? '' : word)).join('');\n}",
  sameName:
    "function sameName(value, parts) {\nconst names = items(parts).map(bareName);\nconst first = names[0] ?? '';\nconst last = names.at(-1) ?? '';\nconst middle = names.slice(1, -1).join('');\nconst typed = bareName(value);\nreturn typed !== '' && ['', middle, middle.slice(0, 1)].some((each) => typed === first + each + last || typed === last + first + each);\n}",
};
