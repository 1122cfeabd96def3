/** AI assistants and answer engines with who runs them. A host stands for itself and all its subdomains. */
export type AiAssistant = {
  name: string;
  operator: string;
  hosts: readonly string[];
  /** What stands in utm_source in place of a host, lower case. */
  sourceNames?: readonly string[];
};

export const aiHosts: readonly AiAssistant[] = [
  {
    name: 'ChatGPT',
    operator: 'OpenAI',
    hosts: ['chat.com', 'chat.openai.com', 'chatgpt.com', 'labs.openai.com'],
    sourceNames: ['chat-gpt', 'chatgpt', 'openai'],
  },
  {
    name: 'Claude',
    operator: 'Anthropic',
    hosts: ['claude.ai', 'claude.com'],
    sourceNames: ['anthropic', 'claude'],
  },
  {
    name: 'Perplexity',
    operator: 'Perplexity',
    hosts: ['perplexity.ai', 'perplexity.com', 'pplx.ai'],
    sourceNames: ['perplexity'],
  },
  {
    name: 'Gemini',
    operator: 'Google',
    hosts: [
      'aistudio.google.com',
      'bard.google.com',
      'gemini.google',
      'gemini.google.com',
      'notebooklm.google',
      'notebooklm.google.com',
    ],
    sourceNames: ['bard', 'gemini', 'notebooklm'],
  },
  {
    name: 'Copilot',
    operator: 'Microsoft',
    hosts: [
      'copilot.cloud.microsoft',
      'copilot.com',
      'copilot.microsoft.com',
      'edgeservices.bing.com',
      'm365.cloud.microsoft',
    ],
    sourceNames: ['copilot', 'microsoft-copilot'],
  },
  { name: 'DeepSeek', operator: 'DeepSeek', hosts: ['deepseek.com'], sourceNames: ['deepseek'] },
  { name: 'Grok', operator: 'xAI', hosts: ['grok.com', 'grok.x.ai', 'grok.x.com'], sourceNames: ['grok'] },
  {
    name: 'Le Chat',
    operator: 'Mistral AI',
    hosts: ['chat.mistral.ai'],
    sourceNames: ['le-chat', 'lechat', 'mistral'],
  },
  { name: 'Meta AI', operator: 'Meta', hosts: ['meta.ai'], sourceNames: ['meta-ai', 'meta_ai', 'metaai'] },
  { name: 'Duck.ai', operator: 'DuckDuckGo', hosts: ['duck.ai'] },
  { name: 'Kagi Assistant', operator: 'Kagi', hosts: ['assistant.kagi.com'] },
  { name: 'Leo', operator: 'Brave', hosts: ['ask.brave.com'] },
  { name: 'You.com', operator: 'You.com', hosts: ['you.com'] },
  { name: 'Poe', operator: 'Quora', hosts: ['poe.com'], sourceNames: ['poe'] },
  { name: 'Phind', operator: 'Phind', hosts: ['phind.com'], sourceNames: ['phind'] },
  { name: 'Character.AI', operator: 'Character.AI', hosts: ['character.ai'] },
  { name: 'Pi', operator: 'Inflection AI', hosts: ['pi.ai'] },
  { name: 'HuggingChat', operator: 'Hugging Face', hosts: ['hf.chat'] },
  { name: 'Cohere', operator: 'Cohere', hosts: ['coral.cohere.com', 'dashboard.cohere.com'] },
  { name: 'iAsk', operator: 'iAsk', hosts: ['iask.ai'] },
  { name: 'Andi', operator: 'Andi', hosts: ['andisearch.com'] },
  { name: 'Komo', operator: 'Komo', hosts: ['komo.ai'] },
  { name: 'Consensus', operator: 'Consensus', hosts: ['consensus.app'] },
  { name: 'Elicit', operator: 'Elicit', hosts: ['elicit.com'] },
  { name: 'Genspark', operator: 'Genspark', hosts: ['genspark.ai'] },
  { name: 'Manus', operator: 'Manus', hosts: ['manus.im'] },
  { name: 'Felo', operator: 'Felo', hosts: ['felo.ai'] },
  { name: 'Liner', operator: 'Liner', hosts: ['getliner.com', 'liner.com'] },
  { name: 'Monica', operator: 'Monica', hosts: ['monica.im'] },
  { name: 'Jasper', operator: 'Jasper', hosts: ['app.jasper.ai'] },
  { name: 'Writesonic', operator: 'Writesonic', hosts: ['app.writesonic.com'] },
  { name: 'T3 Chat', operator: 'T3 Tools', hosts: ['t3.chat'] },
  { name: 'OpenRouter', operator: 'OpenRouter', hosts: ['openrouter.ai'] },
  { name: 'Groq', operator: 'Groq', hosts: ['chat.groq.com'] },
  { name: 'Lumo', operator: 'Proton', hosts: ['lumo.proton.me'] },
  {
    name: 'Qwen',
    operator: 'Alibaba',
    hosts: ['chat.qwen.ai', 'qianwen.com', 'qwen.ai', 'tongyi.aliyun.com'],
    sourceNames: ['qwen'],
  },
  {
    name: 'Kimi',
    operator: 'Moonshot AI',
    hosts: ['kimi.ai', 'kimi.com', 'kimi.moonshot.cn'],
    sourceNames: ['kimi'],
  },
  { name: 'Doubao', operator: 'ByteDance', hosts: ['cici.com', 'doubao.com'] },
  { name: 'ERNIE Bot', operator: 'Baidu', hosts: ['chat.baidu.com', 'ernie.baidu.com', 'yiyan.baidu.com'] },
  { name: 'Yuanbao', operator: 'Tencent', hosts: ['yuanbao.tencent.com'] },
  { name: 'ChatGLM', operator: 'Zhipu AI', hosts: ['chat.z.ai', 'chatglm.cn'] },
  { name: 'MiniMax', operator: 'MiniMax', hosts: ['chat.minimax.io', 'hailuoai.com'] },
  { name: 'Metaso', operator: 'Metaso', hosts: ['metaso.cn'] },
  { name: 'Alice', operator: 'Yandex', hosts: ['alice.yandex.ru'] },
  { name: 'GigaChat', operator: 'Sber', hosts: ['giga.chat'] },
];
