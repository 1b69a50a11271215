/* Renders templates of lit as HTML, which the build writes into the page. The script adds the listeners. */
import {nothing, type TemplateResult} from 'lit-html';

/** An attribute without quotes, up to its value. */
const ATTRIBUTE = /\s([@?]?)([\w-]+)=$/;

export function markupOf(value: unknown): string {
  if (value === null || value === undefined || value === nothing) return '';
  if (Array.isArray(value)) return value.map(markupOf).join('');
  if (!isTemplate(value)) return escaped(String(value));
  const [first = '', ...texts] = value.strings;
  return texts.reduce((html, text, index) => withValue(html, value.values[index]) + text, first);
}

function isTemplate(value: unknown): value is TemplateResult {
  return typeof value === 'object' && value !== null && 'strings' in value;
}

function withValue(html: string, value: unknown): string {
  const [attribute, sign, name] = ATTRIBUTE.exec(html) ?? [];
  if (attribute === undefined) return html + markupOf(value);
  if (sign === '') return `${html}"${escaped(String(value))}"`;
  const isSet = sign === '?' && value === true;
  return `${html.slice(0, -attribute.length)}${isSet ? ` ${name}` : ''}`;
}

function escaped(text: string): string {
  return text.replace(/[&<"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
