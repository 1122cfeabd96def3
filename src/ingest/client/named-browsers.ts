/**
 * Matched before the general parser; the first match wins, and its first capture is the version. These are apps that
 * show pages in a web view, and browsers whose own version stands beside the `Version/` of the system's web view, which
 * the parser would take. Apps that send the system browser's own string (X, Slack and Discord on iOS) cannot be told
 * from it, nor Brave from Chrome.
 */
export const namedBrowsers: readonly { name: string; pattern: RegExp }[] = [
  { name: 'Instagram', pattern: /\bInstagram(?:[ /]([\d.]+))?/ },
  { name: 'Threads', pattern: /\bBarcelona ([\d.]+)/ },
  {
    name: 'Messenger',
    pattern:
      /(?:FBAN\/Messenger(?:Lite)?ForiOS|FB_IAB\/Orca-Android|FB_IAB\/MESSENGER)(?:.*?FBAV\/([\d.]+))?/,
  },
  { name: 'Facebook', pattern: /(?:FBAN|FB_IAB|FBAV)\/(?:(?:.*?FBAV\/)?([\d.]+))?/ },
  { name: 'TikTok', pattern: /\b(?:musical_ly_|trill_|TikTok |BytedanceWebview)(\d{1,3}\.\d+(?:\.\d+)*)?/ },
  { name: 'LinkedIn', pattern: /\[?LinkedInApp\]?(?:\/([\d.]+))?/ },
  { name: 'Pinterest', pattern: /\[?Pinterest\/(?:iOS|Android)\]?/ },
  { name: 'Snapchat', pattern: /\bSnapchat[ /]?([\d.]+)?/ },
  { name: 'LINE', pattern: /\bLine\/([\d.]+)/ },
  { name: 'KakaoTalk', pattern: /\bKAKAOTALK(?:[ /]([\d.]+))?/ },
  { name: 'NAVER', pattern: /\bNAVER\(inapp;[^)]*?;\s*\d+;\s*([\d.]+)/ },
  { name: 'X', pattern: /\b(?:Twitter for (?:iPhone|iPad)|TwitterAndroid)(?:\/([\d.]+))?/ },
  { name: 'Reddit', pattern: /\bReddit\/(?:Version )?([\d.]+)?/ },
  { name: 'Google App', pattern: /\bGSA\/([\d.]+)/ },
  { name: 'DuckDuckGo', pattern: /\b(?:Ddg|DuckDuckGo)\/([\d.]+)/ },
  { name: 'UC Browser', pattern: /\bUCBrowser\/([\d.]+)/ },
  { name: 'MIUI Browser', pattern: /\bMiuiBrowser\/([\d.]+)/ },
  { name: 'HeyTap Browser', pattern: /\bHeyTapBrowser\/([\d.]+)/ },
  { name: 'Vivo Browser', pattern: /\bVivoBrowser\/([\d.]+)/ },
  { name: 'Huawei Browser', pattern: /\bHuaweiBrowser\/([\d.]+)/ },
  { name: 'Opera', pattern: /\bOPT\/([\d.]+)/ },
];
