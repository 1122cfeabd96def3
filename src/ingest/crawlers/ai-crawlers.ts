/**
 * training: collects text for models. search: builds an index to answer from. agent: fetches for a person now. other:
 * known to belong to an AI product, for an unknown purpose.
 */
export type CrawlPurpose = 'training' | 'search' | 'agent' | 'other';

type AiCrawler = { operator: string; purpose: CrawlPurpose; pattern: RegExp };

/** By what the operators themselves say of their user agents; the first match counts. */
export const aiCrawlers: readonly AiCrawler[] = [
  { operator: 'OpenAI', purpose: 'search', pattern: /OAI-SearchBot/i },
  { operator: 'OpenAI', purpose: 'agent', pattern: /ChatGPT-User|ChatGPT Agent/i },
  { operator: 'OpenAI', purpose: 'training', pattern: /GPTBot/i },
  { operator: 'Anthropic', purpose: 'search', pattern: /Claude-SearchBot/i },
  { operator: 'Anthropic', purpose: 'agent', pattern: /Claude-User|Claude-Web/i },
  { operator: 'Anthropic', purpose: 'training', pattern: /ClaudeBot|anthropic-ai/i },
  { operator: 'Perplexity', purpose: 'agent', pattern: /Perplexity-?User/i },
  { operator: 'Perplexity', purpose: 'search', pattern: /PerplexityBot/i },
  {
    operator: 'Google',
    purpose: 'agent',
    pattern: /Google-(NotebookLM|GeminiNotebook|Agent)|Gemini-Deep-Research/i,
  },
  { operator: 'Google', purpose: 'search', pattern: /Google-CloudVertexBot/i },
  { operator: 'Google', purpose: 'training', pattern: /Google-Extended/i },
  { operator: 'Meta', purpose: 'agent', pattern: /meta-externalfetcher/i },
  { operator: 'Meta', purpose: 'search', pattern: /meta-webindexer/i },
  { operator: 'Meta', purpose: 'training', pattern: /meta-externalagent|FacebookBot/i },
  { operator: 'Microsoft', purpose: 'search', pattern: /AzureAI-SearchBot/i },
  { operator: 'Amazon', purpose: 'agent', pattern: /Amzn-User/i },
  { operator: 'Amazon', purpose: 'search', pattern: /Amzn-SearchBot/i },
  { operator: 'Amazon', purpose: 'training', pattern: /Amazonbot/i },
  { operator: 'Apple', purpose: 'training', pattern: /Applebot-Extended/i },
  { operator: 'ByteDance', purpose: 'training', pattern: /Bytespider|TikTokSpider/i },
  { operator: 'Mistral AI', purpose: 'agent', pattern: /MistralAI-User/i },
  { operator: 'Mistral AI', purpose: 'search', pattern: /MistralAI-Index/i },
  { operator: 'Mistral AI', purpose: 'training', pattern: /MistralAI-Training/i },
  { operator: 'DuckDuckGo', purpose: 'agent', pattern: /DuckAssistBot/i },
  { operator: 'DeepSeek', purpose: 'training', pattern: /DeepSeekBot/i },
  { operator: 'Cohere', purpose: 'training', pattern: /cohere-training-data-crawler|cohere-ai/i },
  { operator: 'Common Crawl', purpose: 'training', pattern: /CCBot/i },
  { operator: 'Allen Institute', purpose: 'training', pattern: /AI2Bot/i },
  { operator: 'You.com', purpose: 'search', pattern: /YouBot/i },
  { operator: 'Phind', purpose: 'agent', pattern: /PhindBot/i },
  { operator: 'Kagi', purpose: 'agent', pattern: /kagi-fetcher/i },
  { operator: 'Cognition', purpose: 'agent', pattern: /\bDevin\b/ },
];
