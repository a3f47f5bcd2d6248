import type { RulesByGame } from "./default-rules.ts";

/**
 * The rules of each game in outline, in English. Payouts are the usual ones; where casinos differ, the text says so.
 */
export const RULES_EN: RulesByGame = {
  "machines-a-sous": {
    aim: "To line up, on one or more lines, symbols that appear in the machine’s paytable. Every game is independent of the one before: a machine is never “due”, and nothing that has been played changes what comes next.",
    round: [
      "Insert a note or a ticket; the screen shows your credit.",
      "Choose the value of a credit, the number of lines and the stake per line. The total stake of the game is always shown before you spin.",
      "Spin the reels. A draw made at that very moment decides where they stop.",
      "Winning combinations are added to your credit. A wild symbol stands for the others; some symbols open extra spins, described on the help screen.",
      "Cash out whenever you wish: the machine prints a ticket, to be played elsewhere or exchanged at the cash desk.",
    ],
    bets: [
      "The minimum stake depends on the machine: it is the value of a credit times the number of lines played.",
      "Staking more raises the amount of a win, not how often a line wins.",
      "Some machines share a progressive prize; the conditions for winning it are shown on the machine.",
      "The paytable, at the touch of a button, says what every combination pays.",
    ],
  },
  "roulette-electronique": {
    aim: "To predict where the ball will stop. The wheel is a real one under a dome, with the numbers 1 to 36 and a single zero; every station follows the same spin.",
    round: [
      "Take a seat at a station and insert a note or a ticket; your credit is shown.",
      "Choose the value of a chip, then touch the screen where you want to bet. One key undoes the last bet, another repeats them all.",
      "A countdown shows how long remains. At zero the bets are closed and the ball is launched.",
      "The winning number appears on every screen, wins are added to the credit and a new spin begins.",
      "To leave, cash out: the printed ticket is exchanged at the cash desk.",
    ],
    bets: [
      "Straight up, one number: 35 to 1. Split, two neighbouring numbers: 17 to 1.",
      "Street, three numbers: 11 to 1. Corner, four numbers: 8 to 1. Six line, six numbers: 5 to 1.",
      "Dozen or column, twelve numbers: 2 to 1.",
      "Red or black, odd or even, low (1 to 18) or high (19 to 36): evens. What happens to these bets when zero comes up is shown on the screen.",
      "The minimum and maximum bets are shown at every station.",
    ],
  },
  "black-jack-electronique": {
    aim: "To reach a higher total than the bank’s without going over 21. Court cards count 10, an ace 1 or 11 as suits the hand, other cards their value. An ace and a ten-value card as the first two make a blackjack.",
    round: [
      "Place your bet before the countdown ends.",
      "You receive two cards, the bank one face up.",
      "The screen offers the moves that are allowed: take a card, stand, double the bet for a single further card, or split a pair into two hands.",
      "Over 21, the bet is lost at once.",
      "The bank plays last by a fixed rule: it draws up to 16 and stands from 17. Wins are added to your credit.",
    ],
    bets: [
      "A better hand than the bank’s pays evens. A tie returns the bet.",
      "A blackjack usually pays three to two, unless the bank has one too.",
      "When the bank shows an ace, insurance of half the bet may be taken: it pays two to one if the bank has a blackjack.",
      "The rules and limits of the station are shown on its help screen.",
    ],
  },
  "roulette-anglaise": {
    aim: "To predict the number, or the group of numbers, where the ball will stop. The wheel has thirty-seven pockets: the numbers 1 to 36, red or black, and a single green zero.",
    round: [
      "Exchange cash or value chips for colour chips: they are yours alone, and worth what you choose them to be worth.",
      "Place your bets on the layout, or ask the croupier to do it.",
      "The ball is launched. You may bet until the call of “rien ne va plus”: no more bets.",
      "The croupier marks the winning number, clears the losing bets and then pays the winning ones; a bet that has been paid is still yours to take back.",
      "When you leave the table, hand in your colour chips: they are changed for value chips, which the cash desk redeems.",
    ],
    bets: [
      "Straight up, one number: 35 to 1. Split, two neighbouring numbers: 17 to 1.",
      "Street, three numbers: 11 to 1. Corner, four numbers: 8 to 1. Six line, six numbers: 5 to 1.",
      "Dozen or column: 2 to 1.",
      "Red or black, odd or even, low (1 to 18) or high (19 to 36): evens. Whether these bets are lost or halved when zero comes up is shown at the table.",
    ],
  },
  "black-jack": {
    aim: "To reach a higher total than the dealer’s without going over 21. Court cards count 10, an ace 1 or 11 as suits the hand, other cards their value. An ace and a ten-value card as the first two make a blackjack, the strongest hand of all.",
    round: [
      "Players place their bets in the box before them.",
      "Everyone receives two cards face up; the dealer shows at least one of theirs.",
      "On your turn, hit to take a card or stand. You may also double, for a single further card, or split a pair into two hands with a second, equal bet.",
      "A hand that goes over 21 loses at once, even if the dealer goes over later.",
      "The dealer plays last, drawing up to 16 and standing from 17. If the dealer goes over 21, every hand still in play wins.",
    ],
    bets: [
      "A winning hand pays evens; a tie returns the bet.",
      "A blackjack usually pays three to two, unless the dealer has one too.",
      "If the dealer’s visible card is an ace, insurance of half the bet may be taken: it pays two to one if the dealer has a blackjack.",
      "The rules for doubling and splitting, and the minimum and maximum bets, are displayed at the table.",
    ],
  },
  "ultimate-poker": {
    aim: "To make, from your two cards and five shared ones, a better hand of five cards than the dealer’s. You play against the dealer alone, who qualifies with a pair or better.",
    round: [
      "Place two equal bets, the Ante and the Blind.",
      "You receive two cards, the dealer two hidden ones. You may raise at once by three or four times the Ante, or wait.",
      "Three shared cards are turned over. If you have not raised, you may do so by twice the Ante, or wait again.",
      "The last two shared cards are turned over. If you have still not raised, bet once the Ante or fold, and lose your bets.",
      "The dealer turns over their cards and compares the hands one by one.",
    ],
    bets: [
      "If you win, the raise pays evens, and so does the Ante provided that the dealer qualifies: otherwise the Ante is returned.",
      "The Blind pays from a straight upwards, by the table on the layout; below that, it is returned to a winning hand.",
      "A losing hand loses the Ante, the Blind and the raise, though the Ante is returned if the dealer does not qualify. A tie returns the bets.",
      "The optional Trips bet pays from three of a kind upwards, however the hand ends.",
    ],
  },
  "holdem-texas-poker": {
    aim: "To win the pot, either with the best hand of five cards when hands are shown, or because everybody else has folded. Players play one another; the house deals the cards.",
    round: [
      "A button marks the dealer and moves on after every hand. The two players to its left post the small and the big blind.",
      "Everyone receives two hidden cards. First round of betting: fold, call or raise.",
      "Three shared cards, the flop, are turned over, followed by a second round of betting.",
      "A fourth card, the turn, then a fifth, the river, each followed by a round of betting.",
      "The players who remain show their hands. Each counts the best five among their own two cards and the five shared ones; equal hands share the pot.",
    ],
    bets: [
      "From the strongest to the weakest: straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, a pair, high card.",
      "In no limit you may bet up to all your chips; in pot limit, up to the size of the pot.",
      "Only the chips on the table at the start of a hand are played. A player who runs short is all in, and can win only the part of the pot they have matched.",
      "The minimum buy-in, the blinds and the share kept by the house are displayed at the table.",
    ],
  },
  omaha: {
    aim: "To win the pot, with the best hand of five cards or because everybody else has folded. One rule sets it apart from hold’em: every hand is made of exactly two of your four cards and three of the shared ones.",
    round: [
      "The two players to the left of the button post the small and the big blind.",
      "Everyone receives four hidden cards. First round of betting: fold, call or raise.",
      "The flop, three shared cards, followed by a second round of betting.",
      "The turn, then the river, each followed by a round of betting.",
      "The players who remain show their four cards. The best hand allowed takes the pot; equal hands share it.",
    ],
    bets: [
      "Hands rank as they do in all poker: straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, a pair, high card.",
      "Four cards of a suit on the table are not enough: you need two in hand to have the flush. It is the most common mistake.",
      "Omaha is mostly played pot limit: a raise never exceeds the size of the pot, the amount to call included.",
      "The minimum buy-in, the blinds and the share kept by the house are displayed at the table.",
    ],
  },
  craps: {
    aim: "To predict what two dice will show. The basic bet, the pass line, follows the shooter’s fortune over a whole round.",
    round: [
      "Players take turns at the dice; the shooter bets and throws them against the far wall of the table.",
      "First throw, the come-out: with 7 or 11 the pass line wins; with 2, 3 or 12 it loses.",
      "Any other total, 4, 5, 6, 8, 9 or 10, becomes the point, which the croupier marks with a puck.",
      "The shooter goes on until the point is thrown again and the pass line wins, or until a 7 comes and it loses.",
      "After a losing 7 the dice go to the next player.",
    ],
    bets: [
      "Pass line: pays evens.",
      "Don’t pass: more or less the opposite. On the come-out it loses to 7 or 11, wins with 2 or 3, and 12 is a stand-off; after that it wins if a 7 comes before the point.",
      "Come and don’t come: the same bets, made in the middle of a round.",
      "Odds, added behind a pass line bet, pay by the exact chances of the point: 2 to 1 on 4 and 10, 3 to 2 on 5 and 9, 6 to 5 on 6 and 8.",
      "The field, place bets and single-throw bets pay as the layout says.",
    ],
  },
  boule: {
    aim: "To predict which of nine numbers the ball will choose. The bowl has cups numbered from 1 to 9; the 5, in the middle of the game, plays the part of the zero.",
    round: [
      "Place your chips on the layout, on a number or on an even chance.",
      "The croupier sends the ball round the bowl. You may bet until the call of “rien ne va plus”: no more bets.",
      "The ball slows down, hops from cup to cup and settles.",
      "The croupier calls the number and its chances, clears the losing bets and pays the winning ones.",
      "Winning bets stay on the layout until they are taken back.",
    ],
    bets: [
      "A single number pays seven to one. The 5 may be played like any other.",
      "Red: 2, 4, 7 and 9. Black: 1, 3, 6 and 8. Either pays evens.",
      "Even: 2, 4, 6 and 8. Odd: 1, 3, 7 and 9. Either pays evens.",
      "Low (manque): 1 to 4. High (passe): 6 to 9. Either pays evens.",
      "When the 5 comes up, all the even chances lose. The minimum and maximum bets are displayed at the table.",
    ],
  },
  "sic-bo": {
    aim: "To predict what three dice, shaken together under a dome, will show. Each throw is a whole game.",
    round: [
      "Place your chips on the boxes of the layout; you may make several bets.",
      "The croupier closes the betting, then shakes the dice.",
      "The dome is lifted, and the three numbers are called together with their total.",
      "The winning boxes light up or are pointed out; losing bets are cleared and winning ones paid.",
      "The dice are covered again and a new throw begins.",
    ],
    bets: [
      "Small, a total of 4 to 10, or big, 11 to 17: evens. Any triple makes both lose.",
      "A single number: evens if it shows on one die, two to one on two dice and usually three to one on all three.",
      "Two different numbers, a named double, a named triple or any triple: the rarer it is, the more it pays.",
      "An exact total, from 4 to 17: the rarer, the better paid.",
      "These payouts vary from house to house: those on the layout prevail.",
    ],
  },
  "punto-banco": {
    aim: "To bet on the hand that will come closer to 9: the player (punto) or the bank (banco). An ace counts 1, cards from 2 to 9 their value, tens and court cards nothing; only the last digit of the total counts.",
    round: [
      "Place your bet on the player, on the bank or on a tie.",
      "The croupier deals two cards to each hand.",
      "If either hand makes 8 or 9 it is a natural, and the round ends there.",
      "Otherwise the player draws a third card on 0 to 5 and stands on 6 or 7. The bank then follows a fixed rule, which depends on its own total and on the card the player drew.",
      "The hand closer to 9 wins. Once the bets are placed, nobody at the table has a decision to make.",
    ],
    bets: [
      "Player: pays evens.",
      "Bank: pays evens, usually less a commission of 5%.",
      "Tie: usually pays eight to one. When it comes up, bets on the player and the bank are returned.",
      "Other bets, on a pair for example, may be offered; they are described on the layout, with the minimum and maximum bets.",
    ],
  },
  poker: {
    aim: "To win the pot, with the best hand of five cards or because everybody else has folded. In Texas hold’em and in Omaha alike, players play one another; the house deals the cards and looks after the rules.",
    round: [
      "Two blinds open the pot. Everyone receives hidden cards: two in hold’em, four in Omaha.",
      "First round of betting: fold, call or raise.",
      "Five shared cards are turned over in three steps: the flop (three cards), the turn and the river. A round of betting follows each step.",
      "The players who remain show their hands. In hold’em the best five cards count; in Omaha, exactly two from the hand and three from the table.",
      "The best hand takes the pot; equal hands share it.",
    ],
    bets: [
      "From the strongest to the weakest: straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, a pair, high card.",
      "Hold’em is mostly played no limit, Omaha pot limit.",
      "Only the chips on the table at the start of a hand are played.",
      "The minimum buy-in, the blinds and the share kept by the house are displayed at the table.",
    ],
  },
};
