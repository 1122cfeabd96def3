import { describe, expect, it } from 'vitest';
import { findAiOperator } from './source-names.ts';

describe('findAiOperator', () => {
  it.each([
    ['chatgpt.com', 'OpenAI'],
    ['www.perplexity.ai', 'Perplexity'],
    ['claude.ai', 'Anthropic'],
    ['gemini.google.com', 'Google'],
    ['copilot.microsoft.com', 'Microsoft'],
    ['chat.deepseek.com', 'DeepSeek'],
    ['grok.com', 'xAI'],
    ['chat.mistral.ai', 'Mistral AI'],
    ['meta.ai', 'Meta'],
    ['duck.ai', 'DuckDuckGo'],
    ['chatgpt', 'OpenAI'],
    ['ChatGPT.com', 'OpenAI'],
    ['https://www.perplexity.ai/', 'Perplexity'],
    ['google.com', undefined],
    ['google', undefined],
    ['', undefined],
  ])('%s is run by %s', (host, operator) => {
    expect(findAiOperator(host)).toBe(operator);
  });
});
