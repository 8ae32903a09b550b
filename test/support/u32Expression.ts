/**
 * The value of a generated C expression over unsigned 32-bit integers, with wrapping as on a device:
 * `? :`, `==`, `+`, `*`, `/`, `%`, `min(a, b)`, parentheses, `12u` and one variable.
 */
export function evaluateU32(text: string, variable: string, value: number): number {
  const tokens = text.match(/\d+u|\w+|==|[-+*/%()?:,]/g) ?? [];
  let at = 0;
  const peek = () => tokens[at];
  const expect = (token: string) => {
    if (tokens[at++] !== token) throw new Error(`expected ${token} before token ${at} of ${text}`);
  };

  function conditional(): number {
    const condition = equality();
    if (peek() !== '?') return condition;
    expect('?');
    const yes = conditional();
    expect(':');
    const no = conditional();
    return condition ? yes : no;
  }
  function equality(): number {
    const left = sum();
    if (peek() !== '==') return left;
    expect('==');
    return left === sum() ? 1 : 0;
  }
  function sum(): number {
    let left = product();
    while (peek() === '+') {
      expect('+');
      left = (left + product()) >>> 0;
    }
    return left;
  }
  function product(): number {
    let left = primary();
    for (;;) {
      const operator = peek();
      if (operator !== '*' && operator !== '/' && operator !== '%') return left;
      expect(operator);
      const right = primary();
      if (operator === '*') left = Math.imul(left, right) >>> 0;
      else left = operator === '/' ? Math.floor(left / right) : left % right;
    }
  }
  function primary(): number {
    const token = tokens[at++];
    if (token === variable) return value;
    if (/^\d+u$/.test(token)) return Number.parseInt(token, 10) >>> 0;
    if (token === '(') {
      const inner = conditional();
      expect(')');
      return inner;
    }
    if (token !== 'min') throw new Error(`unexpected ${token} in ${text}`);
    expect('(');
    const first = conditional();
    expect(',');
    const second = conditional();
    expect(')');
    return Math.min(first, second);
  }

  const result = conditional();
  if (at !== tokens.length) throw new Error(`unread ${tokens.slice(at).join(' ')} in ${text}`);
  return result;
}
